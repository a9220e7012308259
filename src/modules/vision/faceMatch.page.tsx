/** 识别记录: whom the cameras found in libraries, with the capture beside the portrait. */
import { useMemo } from 'react'
import { FULL_STORY } from '#base/deviceTexts.ts'
import type { PageProps } from '#console/app/PageProps.ts'
import { LensPage, type LensPieces } from '#console/crud/list/LensPage.tsx'
import { detailsOf } from '#console/crud/row/detailsOf.tsx'
import { StoredPicture } from '#console/crud/row/StoredPicture.tsx'
import { usePictureUrl } from '#console/data/usePictureUrl.ts'
import { Avatar } from '#console/kit/Avatar.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { DetailView } from '#console/kit/layout/DetailView.tsx'
import { Stack } from '#console/kit/layout/Stack.tsx'
import { Link } from '#console/kit/Link.tsx'
import type { RowOf } from '#model/row.ts'
import { faceMatch } from './faceMatch.noun.ts'

type MatchRow = RowOf<typeof faceMatch>

const Picture = ({ file, name }: { file: string | null; name: string }) => (
  <Avatar name={name} src={usePictureUrl(file)} shape="square" size={32} />
)
const SHOWN = ['personName', 'score', 'kind', 'libraryName', 'deviceName', 'component', 'time', 'receivedAt']

const MatchDetail = ({ appId, match }: { appId: string | undefined; match: MatchRow }) => {
  const translate = useTranslate()
  const { photoFile, portraitFile, captureId } = match
  return (
    <Stack gap={20}>
      <span className="crud-pictures">
        {photoFile && <StoredPicture id={photoFile} label={translate(faceMatch.fields.photoFile.label)} />}
        {portraitFile && <StoredPicture id={portraitFile} label={translate(faceMatch.fields.portraitFile.label)} />}
      </span>
      <DetailView items={detailsOf(faceMatch, match, SHOWN, translate)} />
      <p>{captureId && <Link href={`/why/capture/${captureId}/${appId}`}>{translate(FULL_STORY)}</Link>}</p>
    </Stack>
  )
}

const COLUMNS: LensPieces<typeof faceMatch>['columns'] & object = {
  photoFile: { width: 72, render: row => <Picture file={row.photoFile} name={row.deviceName} /> },
  portraitFile: { width: 72, render: row => <Picture file={row.portraitFile} name={row.personName} /> },
  score: { width: 96, render: ({ score }) => (score === null ? '—' : `${score}%`) },
}

export default function FaceMatchPage(props: PageProps) {
  const { appId } = props
  const pieces = useMemo(
    (): LensPieces<typeof faceMatch> => ({
      columns: COLUMNS,
      drawer: match => <MatchDetail appId={appId} match={match} />,
    }),
    [appId],
  )
  return <LensPage {...props} pieces={pieces} />
}
