/** Every input: empty, filled, invalid and disabled. */
import { useCallback, useState } from 'react'
import { User } from 'lucide-react'
import { Card } from '#console/kit/layout/Card.tsx'
import { Checkbox } from '#console/kit/input/Checkbox.tsx'
import { ComboBox } from '#console/kit/input/ComboBox.tsx'
import { DateField } from '#console/kit/input/DateField.tsx'
import { DateRange } from '#console/kit/input/DateRange.tsx'
import type { DaySpan } from '#console/kit/input/daySpan.ts'
import { DateTimeField } from '#console/kit/input/DateTimeField.tsx'
import { Grid, Wide } from '#console/kit/layout/Grid.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Link } from '#console/kit/Link.tsx'
import { MultiSelect } from '#console/kit/input/MultiSelect.tsx'
import { NumberField } from '#console/kit/input/NumberField.tsx'
import type { Option } from '#console/kit/input/Options.tsx'
import { PasswordField } from '#console/kit/input/PasswordField.tsx'
import { Radio } from '#console/kit/input/Radio.tsx'
import { Row } from '#console/kit/layout/Row.tsx'
import { SearchField } from '#console/kit/input/SearchField.tsx'
import { Select } from '#console/kit/input/Select.tsx'
import { FileDrop } from '#console/kit/file/FileDrop.tsx'
import type { SendFile, UploadedFile } from '#console/kit/file/SendFile.ts'
import { Switch } from '#console/kit/input/Switch.tsx'
import { TextArea } from '#console/kit/input/TextArea.tsx'
import { TextField } from '#console/kit/input/TextField.tsx'
import { Upload } from '#console/kit/file/Upload.tsx'

const sites: readonly Option[] = [
  '滨江壹号',
  '前海国际中心',
  '云栖小学',
  '湾畔 A 区',
  '南山科技园',
  '宝安机场 T3',
  '佛山一中',
  '科技园 B 座',
  '会展中心',
  '北站',
].map((label, at) => ({ id: `s${at}`, label, note: at === 1 ? '268 台设备' : undefined, disabled: at === 4 }) as Option)
const send: SendFile = (file, onProgress) =>
  new Promise(resolve => {
    let share = 0
    const timer = setInterval(() => {
      share += 0.2
      onProgress(Math.min(1, share))
      if (share >= 1) {
        clearInterval(timer)
        resolve({
          id: `${file.name} ${Date.now()}`,
          name: file.name,
          sizeBytes: file.size,
          url: URL.createObjectURL(file),
        })
      }
    }, 120)
  })

export const FieldSection = () => {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const [name, setName] = useState('linxiao@szgc')
  const [password, setPassword] = useState('')
  const [long, setLong] = useState('')
  const [count, setCount] = useState<number | undefined>(5000)
  const [site, setSite] = useState<string | undefined>('s1')
  const [many, setMany] = useState<readonly string[]>(['s0', 's2', 's3', 's5'])
  const [person, setPerson] = useState<Option>()
  const [day, setDay] = useState<string | undefined>('2026-11-21')
  const [moment, setMoment] = useState<string | undefined>()
  const [span, setSpan] = useState<DaySpan>()
  const [mode, setMode] = useState<string | undefined>('a')
  const [on, setOn] = useState(true)
  const [ticked, setTicked] = useState(true)
  const [files, setFiles] = useState<readonly UploadedFile[]>([{ id: '1', name: '门禁授权.xlsx', sizeBytes: 284_000 }])
  const [pictures, setPictures] = useState<readonly UploadedFile[]>([
    { id: '2', name: '正面.svg', url: '/favicon.svg' },
  ])
  const load = useCallback(async (words: string): Promise<readonly Option[]> => {
    await new Promise(resolve => setTimeout(resolve, 200))
    return ['陈思远', '吴佳慧', '何雨桐', '周屿', '王建国', '李静']
      .filter(one => one.includes(words))
      .map(label => ({ id: label, label, note: '滨江壹号 · 3 栋' }))
  }, [])
  return (
    <Card title={['输入', 'Inputs']}>
      <Grid columns={3} gap={20}>
        <TextField label={['设备名称', 'Device name']} required value={text} onChange={setText} />
        <TextField
          label={['账号', 'Account']}
          icon={User}
          value={name}
          onChange={setName}
          aside={<Link href="/">{translate(['忘记密码', 'Forgotten'])}</Link>}
        />
        <PasswordField label={['密码', 'Password']} value={password} onChange={setPassword} />
        <TextField
          label={['序列号', 'Serial']}
          mono
          value="ACC24K7"
          onChange={() => {}}
          error={['序列号应为 12 位', 'A serial has 12 characters']}
        />
        <TextField label={['停用', 'Disabled']} disabled value="AC-4Pro" onChange={() => {}} />
        <TextField
          label={['阈值', 'Threshold']}
          value="80"
          onChange={() => {}}
          end={<span className="box-affix">%</span>}
          hint={['相似度低于此值拒绝', 'Below it a face is refused']}
        />
        <NumberField
          label={['容量', 'Capacity']}
          value={count}
          onChange={setCount}
          min={0}
          max={50000}
          step={100}
          unit={['人', 'people']}
        />
        <Select label={['所属场所', 'Site']} options={sites} value={site} onChange={setSite} clearable />
        <MultiSelect label={['授权场所', 'Granted sites']} options={sites} value={many} onChange={setMany} />
        <ComboBox label={['人员', 'Person']} value={person} onChange={setPerson} load={load} />
        <DateField label={['生效日期', 'From']} value={day} onChange={setDay} required />
        <DateTimeField
          label={['到期时间', 'Until']}
          value={moment}
          onChange={setMoment}
          error={moment ? undefined : ['请选择到期时间', 'Choose when it ends']}
        />
        <Select label={['停用的选择', 'Disabled']} disabled options={sites} value="s0" onChange={() => {}} />
        <Select
          label={['有错的选择', 'Invalid']}
          required
          options={sites}
          value={undefined}
          onChange={() => {}}
          error={['请选择一项', 'Choose one']}
        />
        <SearchField label={['在名册中查找', 'Find in the list']} value="" onChange={() => {}} shortcut={null} />
        <Wide>
          <DateRange label={['统计区间', 'Window']} value={span} onChange={setSpan} />
        </Wide>
        <Radio
          label={['通行方式', 'Mode']}
          value={mode}
          onChange={setMode}
          options={[
            { id: 'a', label: ['受控', 'Controlled'] },
            { id: 'b', label: ['常开', 'Open'] },
            { id: 'c', label: ['停用', 'Off'], disabled: true },
          ]}
        />
        <Row gap={16} wrap>
          <Switch checked={on} onChange={setOn}>
            {translate(['启用', 'Enabled'])}
          </Switch>
          <Switch checked={false} onChange={() => {}} disabled>
            {translate(['停用', 'Disabled'])}
          </Switch>
        </Row>
        <Row gap={16} wrap>
          <Checkbox checked={ticked} onChange={setTicked}>
            {translate(['7 天内免登录', 'Stay for 7 days'])}
          </Checkbox>
          <Checkbox checked={false} mixed onChange={() => {}}>
            {translate(['部分', 'Some'])}
          </Checkbox>
          <Checkbox checked={false} onChange={() => {}}>
            {translate(['未选', 'None'])}
          </Checkbox>
          <Checkbox checked onChange={() => {}} disabled>
            {translate(['停用', 'Disabled'])}
          </Checkbox>
        </Row>
        <TextArea label={['备注', 'Remark']} value={long} onChange={setLong} maxLength={200} />
        <FileDrop
          label={['点击选择或拖入文件', 'Choose a file or drop it here']}
          note={['.xlsx 或 .csv', '.xlsx or .csv']}
          onFile={() => {}}
        />
        <Upload label={['附件', 'Files']} value={files} onChange={setFiles} send={send} maxBytes={10_485_760} />
        <Upload label={['照片', 'Pictures']} value={pictures} onChange={setPictures} send={send} pictures />
      </Grid>
    </Card>
  )
}
