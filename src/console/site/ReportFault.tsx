/** The report of a fault: its kind, photos, a description and the contact of the reporter. */
import { useRef, useState } from 'react'
import { Captcha } from '#console/app/login/Captcha.tsx'
import { noAnswer } from '#console/data/noAnswer.ts'
import { captchaUrl, randomWord } from '#console/app/login/signIn.ts'
import { post, RequestError } from '#console/data/request.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import { Notice } from '#console/kit/layout/Notice.tsx'
import { Chips } from '#console/kit/input/Chips.tsx'
import { TextArea } from '#console/kit/input/TextArea.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { PhotoTiles } from '#console/site/PhotoTiles.tsx'
import { shrinkPhoto } from '#console/site/shrinkPhoto.ts'
import { useSiteForm } from '#console/site/useSiteForm.ts'

type Name = 'content' | 'reporter' | 'phone' | 'code' | 'photos'
const MOST_PHOTOS = 3
const MAX_BYTES = 10 * 1024 * 1024

export type ReportFaultProps = {
  code: string
  faultTypes: readonly { value: number; label: readonly [string, string] }[]
  onDone: (reportNo: string) => void
}

export const ReportFault = ({ code: label, faultTypes, onDone }: ReportFaultProps) => {
  const translate = useTranslate()
  const [faultType, setFaultType] = useState<number>()
  const { values, errors, setErrors, field, showErrors } = useSiteForm<Name>()
  const [photos, setPhotos] = useState<readonly File[]>([])
  // More may be chosen while a photo is made smaller.
  const latest = useRef(photos)
  latest.current = photos
  const [message, setMessage] = useState<Words>()
  const [randomStr, setRandomStr] = useState(randomWord)
  const [busy, setBusy] = useState(false)
  /** Adds photos to those already chosen, made smaller. A file that is still too large is named in the error, and the others are still added. */
  const choose = async (chosen: readonly File[]): Promise<void> => {
    const files = await Promise.all(chosen.map(shrinkPhoto))
    const large = files.filter(file => file.size > MAX_BYTES)
    const all = [...latest.current, ...files.filter(file => file.size <= MAX_BYTES)]
    const problem: Words | undefined =
      all.length > MOST_PHOTOS
        ? [
            `最多 ${MOST_PHOTOS} 张，选择了 ${all.length} 张`,
            `At most ${MOST_PHOTOS} photos; ${all.length} were chosen`,
          ]
        : large[0]
          ? [`${large[0].name} 超过 10 MB`, `${large[0].name} is larger than 10 MB`]
          : undefined
    const { photos: _before, ...others } = errors
    setErrors(problem ? { ...others, photos: problem } : others)
    setPhotos(all.slice(0, MOST_PHOTOS))
  }
  const submit = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    setMessage(undefined)
    const form = new FormData()
    form.set('faultType', String(faultType))
    for (const name of ['content', 'reporter', 'phone'] as const) form.set(name, (values[name] ?? '').trim())
    form.set('randomStr', randomStr)
    form.set('code', (values.code ?? '').trim())
    for (const photo of photos) form.append('photos', photo)
    try {
      const { reportNo } = await post<{ reportNo: string }>(`/api/device/label/${label}/report`, form, {
        token: false,
        quiet: true,
        timeoutMs: 60_000,
      })
      onDone(reportNo)
    } catch (error) {
      const refusal = error instanceof RequestError ? error : undefined
      if (!showErrors(refusal)) setMessage(refusal?.message || noAnswer)
      if (!refusal?.fields.length) setRandomStr(randomWord())
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="site-form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <Chips
        label={['报修类型', 'Type of fault']}
        size="large"
        items={faultTypes.map(type => ({ id: String(type.value), label: type.label }))}
        value={faultType === undefined ? undefined : String(faultType)}
        onChange={id => setFaultType(Number(id))}
      />
      {faultType !== undefined && (
        <>
          <PhotoTiles
            photos={photos}
            most={MOST_PHOTOS}
            {...(errors.photos ? { error: errors.photos } : {})}
            onAdd={files => void choose(files)}
            onRemove={photo => setPhotos(photos.filter(one => one !== photo))}
          />
          <TextArea label={['问题描述', 'Description']} required rows={3} maxLength={500} {...field('content')} />
          <TextField
            label={['报修人', 'Your name']}
            required
            maxLength={32}
            autoComplete="name"
            {...field('reporter')}
          />
          <TextField
            label={['联系方式', 'Mobile number']}
            required
            maxLength={11}
            inputMode="tel"
            autoComplete="tel-national"
            {...field('phone')}
          />
          <Captcha {...field('code')} src={captchaUrl(randomStr)} onNew={() => setRandomStr(randomWord())} />
          {message && <Notice tone="bad">{translate(message)}</Notice>}
          <Button size="large" wide type="submit" busy={busy}>
            {translate(['提交报修', 'Report'])}
          </Button>
        </>
      )}
    </form>
  )
}
