/** Three cases in which the platform is used: the requirements, the solution and the results. */
import { BOLLARDS } from '#base/pictureTexts.ts'
import type { Words } from '#console/kit/language.tsx'

export interface Case {
  picture: 'factory' | 'clean' | 'school'
  title: Words
  summary: Words
  need: Words
  plan: readonly Words[]
  devices: readonly Words[]
  outcome: readonly Words[]
}

export const CASES: Readonly<Record<'caseFactory' | 'caseNcp' | 'caseSchool', Case>> = {
  caseFactory: {
    picture: 'factory',
    title: ['工厂园区', 'A factory'],
    summary: ['三班倒的员工、外包与货车，各走各的门', 'Shifts, contractors and lorries, each through their own gate'],
    need: [
      '员工按班次进出车间，外包人员只在合同期内有效，货车到达时车道要让开，夜里没有人值守的侧门要能说清谁开过。',
      'Workers pass by shift, contractors only while their contract lasts, the lane clears when a lorry comes, and it must be known who opened the side door that is unattended at night.',
    ],
    plan: [
      [
        '班次是时间计划，挂在车间的权限组上；人员随所属组织自动加入',
        'Shifts are time plans of the workshop’s groups; people join with their department',
      ],
      [
        '外包人员有有效期，到期由终端和平台同时拒绝',
        'Contractors have a validity period; after it, terminal and platform both refuse them',
      ],
      [
        '门卫刷脸，联动规则放下升降柱，90 秒后升起',
        'The guard’s face lowers the bollards by a rule; they rise after 90 seconds',
      ],
      [
        '侧门门磁异常时告警，“为什么”页按时间给出经过',
        'The side door raises an alarm when its contact and lock disagree; its story shows what happened in order',
      ],
    ],
    devices: [['人脸终端', 'Face terminals'], ['门禁控制器', 'Door controllers'], BOLLARDS],
    outcome: [
      ['撤销一个人的权限，所有终端几秒内确认', 'When a right is withdrawn, every terminal confirms it within seconds'],
      ['夜间的每次开门都有人、时间和原因', 'Every opening at night has a person, a time and a reason'],
    ],
  },
  caseNcp: {
    picture: 'clean',
    title: ['无接触通行', 'Contactless access'],
    summary: ['不摸门把、不递卡片，高峰也不排队', 'No handle, no card handed over, no queue at rush hour'],
    need: [
      '2020 年起，入口要求减少接触：不登记纸本、不触碰门把，同时要能在需要时查清谁在何时经过。',
      'Since 2020 entrances have had to avoid touch: no paper lists, no handles; and it must be possible to find out who passed when.',
    ],
    plan: [
      [
        '人脸通过后由门禁控制器开门，失败时终端屏幕写明原因',
        'A recognised face opens the door through the door controller; the terminal’s screen shows why it refused',
      ],
      ['识别记录按人、门、时段检索，导出留痕', 'Records are found by person, door and time; exports are logged'],
      [
        '照片默认只保留 30 天，到期自动删除并记入审计',
        'Photos are kept for 30 days by default, then deleted; the deletion is audited',
      ],
    ],
    devices: [
      ['人脸终端', 'Face terminals'],
      ['门禁控制器', 'Door controllers'],
    ],
    outcome: [
      ['通行不再需要接触任何公共表面', 'Nobody touches a shared surface to pass'],
      ['个人信息按期限保存，过期有据可查', 'Personal data is kept for a fixed term, and its deletion can be proved'],
    ],
  },
  caseSchool: {
    picture: 'school',
    title: ['校园', 'A school'],
    summary: ['上学、放学、晚归，每个时段一套规则', 'Morning, afternoon, late return: rules for each hour'],
    need: [
      '学生、教师、保洁、家长在不同时段走不同的门；寒暑假与补课日的规则不同；值班老师要马上看到被拒绝的人。',
      'Pupils, teachers, cleaners and parents use different gates at different hours; holidays differ; the teacher on duty must see at once who was refused.',
    ],
    plan: [
      ['班级即组织，换班后权限随之变化', 'Classes are departments: rights change with the class'],
      [
        '时间计划含停课日，终端离线时也按它判断',
        'Time plans include days off, and terminals follow them even when offline',
      ],
      [
        '学期初用表格导入新生，缺照片、重复证件号逐行指出',
        'New pupils are imported from a spreadsheet; missing photos and duplicate ID numbers are shown by row',
      ],
      ['拒绝即时推送到值班台，附照片和原因', 'A refusal appears at the duty desk at once, with photo and reason'],
    ],
    devices: [['人脸终端', 'Face terminals'], ['门禁控制器', 'Door controllers'], BOLLARDS],
    outcome: [
      [
        '开学第一天，两万名人员半分钟内导入完成',
        'On the first day twenty thousand people are imported in half a minute',
      ],
      ['每次拒绝都能当场解释', 'Every refusal can be explained on the spot'],
    ],
  },
}
