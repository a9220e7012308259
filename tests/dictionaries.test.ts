/** Dictionaries agree with rows: each is compared with the table of the specification, the noun whose rows contain it, and the API. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dictionariesOf, dictionaryType, type Dictionary } from '#model/dictionary.ts'
import { choice, type Choices } from '#model/field.ts'
import { defineNoun, machine, type Noun } from '#model/noun.ts'
import { classes, nouns } from '#main/registry.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

/** Part 19 of the domain, row by row: the type, its title, `code=word`, and the fields or states that contain the code. */
const TABLE: [type: string, title: string, items: string, carriers?: string][] = [
  ['user_type', '用户类型', '0=平台管理员 1=平台员工 2=代理商 3=供应商 4=应用用户 5=终端用户', 'user.type'],
  ['lock_flag', '账号状态', '0=有效 9=锁定', 'user.state'],
  ['del_flag', '删除标记', '0=正常 1=删除'],
  ['menu_type', '菜单类型', '0=左菜单 1=按钮 2=顶菜单', 'menu.type'],
  ['ds_type', '数据权限', '0=全部 1=自定义 2=本级及子级 3=本级', 'role.dataScope'],
  ['org_kind', '机构类型', '0=平台 1=合作伙伴 2=代理商 3=供应商', 'organisation.kind'],
  ['company_state', '代理商、供应商状态', '1=正常 2=冻结 3=到期', 'agency.state supplier.state'],
  ['company_stage', '阶段', '1=试用 2=正式', 'agency.stage'],
  ['log_type', '登录结果', '0=成功 1=失败', 'loginLog.result'],
  ['login_way', '登录方式', '1=密码 2=短信 3=社交账号 4=续期 5=接入密钥', 'loginLog.way'],
  ['social_type', '社交登录', 'WX=微信 MINI=小程序 QQ=QQ GITEE=Gitee OSC=开源中国'],
  ['app_state', '应用状态', '0=草稿 1=使用中 2=已停用 3=待审核 4=已驳回 5=已注销', 'application.state'],
  ['review_state', '应用审核', '0=待审核 1=已通过 2=已驳回 3=已撤回', 'applicationReview.state'],
  ['review_kind', '申请类型', '1=新建 2=变更 3=注销', 'applicationReview.kind'],
  ['industry', '行业', '1=住宅小区 2=写字楼 3=工厂园区 4=学校 9=其他', 'application.industry'],
  ['device_state', '设备状态', '0=未激活 1=在线 2=离线 3=禁用'],
  ['device_life', '库存状态', '0=在库 1=使用中 9=报废', 'device.state'],
  ['device_kind', '节点类型', '0=直连设备 1=网关子设备 2=网关设备', 'deviceModel.deviceKind'],
  ['net_type', '联网方式', '1=Wi-Fi 2=蜂窝 3=以太网 9=其他', 'deviceModel.netType'],
  ['direction', '方向', '0=双向 1=进 2=出', 'deviceBind.direction passRecord.direction'],
  ['auth_mode', '认证', '1=一机一密 2=一型一密 3=证书'],
  ['protocol_lang', '解析包', '1=jar 2=js 3=c 4=内置'],
  ['transport', '传输', 'MQTT=MQTT TCP=TCP UDP=UDP HTTP=HTTP WebSocket=WebSocket CoAP=CoAP SIP=SIP OCPP=OCPP'],
  ['log_dir', '方向', 'true=上行 false=下行'],
  [
    'device_log_type',
    '日志类型',
    '1=上线 2=离线 3=属性上报 4=修改属性 5=调用功能 6=应答 7=事件上报 8=请求 9=答复 10=拒绝接入 11=越权主题 12=不符合物模型 13=未用主题 14=超出限额',
    'deviceLog.kind',
  ],
  [
    'refusal_reason',
    '拒绝接入',
    'unknownDevice=没有这台设备 badSecret=密钥不对 disabled=设备已禁用 flapping=反复连接 busy=网关繁忙 unapproved=地址待批准 replayed=签名已用过 onlyBehind=只能经由网关 notGateway=所经设备不是网关 otherApplication=与网关不在同一应用 nestedGateway=网关不能经由网关 gatewayFull=网关下的设备已满 stale=签名已过时',
    'refusal.reason',
  ],
  ['device_status', '设备状态', 'online=在线 offline=离线 alarm=告警', 'deviceBind.status'],
  [
    'auth_stage',
    '授权进度',
    'failed=失败 waiting=待上线 sending=下发中 missing=缺照片或卡号 clockOff=设备时钟偏差 soon=7 日内到期',
    'personAuth.stage',
  ],
  ['command_state', '指令状态', '0=排队 1=已发送 2=设备确认 3=完成 4=失败 5=超时 6=已取消', 'command.state'],
  ['command_origin', '指令来源', 'console=控制台 linkage=联动 sync=同步 api=接口 test=测试', 'command.origin'],
  ['apk_state', 'APK状态', '0=草稿 1=灰度 2=全量 3=已撤回', 'apk.state'],
  ['ota_task_state', '升级任务', '10=进行中 20=已结束 30=已取消'],
  ['ota_record_state', '升级记录', '0=待推送 10=已推送 20=升级中 30=成功 40=失败 50=取消'],
  ['ota_pack_kind', '固件类型', '1=整包 2=差分'],
  ['sync_state', '同步任务', 'sending=下发中 waiting=等待下发 failed=失败 cancelled=已取消', 'syncTask.state'],
  [
    'sync_reason',
    '原因',
    'refused=设备拒绝 busy=设备忙 full=设备已满 lost=无应答 drift=与设备不一致 queued=排队 cancelled=已取消',
    'syncTask.kind',
  ],
  [
    'auth_state',
    '授权状态',
    'none=未授权 confirmed=已确认 partly=已确认当前时段 notYet=未到期 sending=下发中 queued=待下发 waiting=待上线 failed=失败 noPortrait=缺照片 noCard=缺卡号 clockOff=设备时钟偏差 over=已过期 barred=停用或黑名单 removing=撤销中 asks=由平台判断 notKept=此设备不执行',
    'personAuth.state faceArming.state heldFace.state',
  ],
  [
    'sync_obj',
    '同步对象',
    'person=人员 card=卡 plate=车牌 pin=密码 programme=节目 parameters=参数 doorHours=时段 doorParam=门参数 codeKeys=验码公钥 tempPins=临时密码 face=库内人脸 arming=布控',
  ],
  [
    'pass_method',
    '通行方式',
    '1=人脸 2=刷卡 3=人脸+卡 4=密码 5=二维码 6=远程 7=按钮 8=联动 9=车牌',
    'passRecord.method',
  ],
  ['pass_result', '结果', '0=拒绝 1=放行', 'passRecord.result scanRecord.result'],
  [
    'operate_source',
    '操作来源',
    'console=控制台 linkage=联动 sync=同步 api=接口 test=测试 device=设备本地',
    'deviceOperation.source',
  ],
  ['operate_result', '操作结果', '0=进行中 1=完成 2=失败 3=已取消', 'deviceOperation.result'],
  ['code_kind', '码类型', '1=签发码 2=人员码', 'scanRecord.kind'],
  ['code_state', '码状态', '1=有效 2=未生效 3=已用完 4=已过期 5=已作废', 'passCode.state'],
  ['pin_kind', '密码类型', '1=一次性 2=限时 3=周期 4=限次', 'pinOrder.kind'],
  ['pin_state', '密码状态', '1=待审核 2=待下发 3=生效 4=已使用 5=已过期 6=已作废 7=下发失败', 'pinOrder.state'],
  ['door_means', '认证方式', '0=任一方式 1=人脸 2=刷卡 3=密码 4=人脸+密码', 'doorSetting.means doorControl.means'],
  [
    'pass_fail',
    '失败原因',
    'stranger=未登记人员 unknownCard=未登记卡 blacklist=黑名单 paused=已停用 notYet=未到有效期 expired=已过期 noPermission=未授权 notInTime=不在时段 doorClosed=门处于常闭 unknownCode=无效的码 codeExpired=码已过期 codeUsed=码的次数已用完 codeRevoked=码已作废 forged=伪造的码 otherDoor=码不能用于此门 liveness=活体未过 mask=未戴口罩 temperature=体温异常 late=未及时答复',
  ],
  ['person_type', '人员类型', '1=员工 2=住户 3=学生 4=访客 5=黑名单', 'person.personType passRecord.personType'],
  ['person_state', '人员状态', '0=正常 1=停用 2=离开', 'person.state'],
  ['face_state', '人脸', '0=未注册 1=校验中 2=已通过 3=不合格', 'person.faceState'],
  ['gender', '性别', '1=男 2=女', 'person.gender'],
  [
    'person_document',
    '证件类型',
    '1=居民身份证 2=护照 3=港澳居民来往内地通行证 7=港澳台居民居住证 8=外国人永久居留身份证',
    'person.idType',
  ],
  ['id_type', '证件', '1=身份证 2=护照 3=港澳通行证 4=军官证 5=驾驶证 6=其他'],
  ['visit_state', '访客状态', '0=待审核 1=已通过 2=已拒绝 3=审核中 4=在访 5=已签离 6=已取消 7=已过期 8=超时未离'],
  ['visit_purpose', '来访事由', '1=业务洽谈 2=面试 3=探亲 4=送货 5=维修 6=参观 7=其他'],
  ['attend_state', '考勤结果', '1=正常 2=迟到 3=早退 4=缺卡 5=旷工 6=请假 7=外勤 8=休息 9=补卡'],
  ['shift_mode', '班制', '1=固定 2=排班 3=自由'],
  ['schedule_cycle', '排班周期', '1=按日 2=按周 3=按月'],
  ['plate_color', '车牌颜色', '1=蓝 2=黄 3=白 4=黑 5=绿 6=黄绿 -1=未知'],
  ['plate_kind', '车牌类型', '0=大陆 1=境外(含港澳) 2=两轮电动车'],
  ['car_type', '车类', '1=临停 2=月租 3=贵宾/免费 4=储值 5=日租 6=会员 7=内部 8=黑名单'],
  ['vehicle_type', '车型', '1=小车 2=大车 3=两轮 -1=未知'],
  ['special_car', '特殊车', '1=警车 2=武警 3=军车 4=应急 5=使馆 6=校车 7=教练'],
  [
    'park_state',
    '停车状态',
    '0=正在场内 1=缴费未出场 2=连续进场异常 3=缴费出场 4=免费出场 5=追缴补缴出场 6=未缴费等待 7=未缴费出场 8=手动开闸出场 9=现金缴费出场 10=先离后付',
  ],
  ['open_way', '进出方式', '1=自动识别 2=手动操作 3=人工确认'],
  ['release_method', '放行方式', '0=未知 1=手动 2=自动 3=可疑跟车'],
  ['gate_state', '通道状态', 'OPEN=已抬杆 CLOSE=已落杆 KEEP_OPEN=常开'],
  ['coupon_type', '停车券', '1=金额 2=时长 3=全免 4=不同计价 5=长期免费 6=折扣'],
  ['vip_type', '固定车类型', '1=月卡 2=储值 3=储次 4=储天 5=年卡 6=季卡 7=半年卡'],
  ['tariff_kind', '计费类型', '1=免费 2=标准 3=时段 4=周期 5=阶梯 6=定制'],
  ['price_type', '尖峰平谷', '0=尖 1=峰 2=平 3=谷'],
  ['station_type', '充电站类型(互联互通)', '1=公共 50=个人 100=公交 101=环卫 102=物流 103=出租车 255=其他'],
  ['station_state', '充电站状态(互联互通)', '0=未知 1=建设中 5=关闭下线 6=维护中 50=正常使用'],
  ['site_state', '站点状态', '0=建设中 1=正常使用 2=维护中 3=关闭', 'site.status'],
  [
    'time_zone',
    '时区',
    'Asia/Shanghai=北京时间 UTC+8 Asia/Urumqi=乌鲁木齐 UTC+6 Asia/Hong_Kong=香港 UTC+8 Asia/Singapore=新加坡 UTC+8 Asia/Bangkok=曼谷、河内 UTC+7 Asia/Tokyo=东京 UTC+9 Asia/Kolkata=新德里 UTC+5:30 Asia/Dubai=迪拜 UTC+4 Asia/Riyadh=利雅得 UTC+3 Europe/Moscow=莫斯科 UTC+3 Europe/Berlin=柏林、巴黎 UTC+1/+2 Europe/London=伦敦 UTC+0/+1 America/New_York=纽约 UTC−5/−4 America/Los_Angeles=洛杉矶 UTC−8/−7 America/Sao_Paulo=圣保罗 UTC−3 Australia/Sydney=悉尼 UTC+10/+11',
    'application.zone',
  ],
  ['location_kind', '位置类别', '1=区域 2=楼栋 3=单元 4=楼层 5=房间 6=车位 7=通道', 'location.kind'],
  ['site_type', '站点类型', '1=小区 2=园区 3=楼宇 4=停车场 5=充电站 6=校门 9=其他', 'site.type'],
  [
    'province',
    '省份',
    '11=北京 12=天津 13=河北 14=山西 15=内蒙古 21=辽宁 22=吉林 23=黑龙江 31=上海 32=江苏 33=浙江 34=安徽 35=福建 36=江西 37=山东 41=河南 42=湖北 43=湖南 44=广东 45=广西 46=海南 50=重庆 51=四川 52=贵州 53=云南 54=西藏 61=陕西 62=甘肃 63=青海 64=宁夏 65=新疆 71=台湾 81=香港 82=澳门',
    'site.province',
  ],
  ['connector_state', '枪状态', '0=离网 1=空闲 2=占用(未充电) 3=占用(充电中) 4=占用(预约锁定) 255=故障'],
  ['lock_state', '地锁状态', '0=未知 10=已解锁 50=已上锁'],
  ['charge_state', '充电订单', '1=启动中 2=充电中 3=停止中 4=已结束 5=未知 8=异常 20=已处理异常'],
  ['start_type', '启动方式', '1=扫码/APP 2=刷卡 4=离线卡 5=VIN'],
  ['charge_mode', '充电方式', '1=充满 2=按金额 3=按时间 4=按电量'],
  ['pay_state', '支付状态', '0=未支付 10=支付成功 20=已退款 30=已关闭'],
  ['refund_state', '退款状态', '0=未退款 10=退款成功 20=退款失败'],
  ['transfer_state', '转账状态', '0=等待 5=进行中 10=成功 20=关闭'],
  ['withdraw_state', '提现状态', '0=审核中 10=审核通过 11=提现成功 20=审核不通过 21=提现失败'],
  ['settle_state', '清算状态', '0=未清算 1=已清算 2=清分在途'],
  ['settle_type', '结算类型', '1=正常 2=补款 -1=扣款 -2=退款'],
  ['wallet_biz', '钱包业务', '1=充值 2=充值退款 3=支付 4=支付退款 5=更新余额 6=转账'],
  ['pay_channel', '支付方式', '1=微信小程序 2=微信H5 3=支付宝 4=付款码 5=储值卡 6=余额 7=ETC 8=现金 9=无感'],
  ['notify_state', '回调状态', '0=等待送达 1=重试中 2=成功 3=失败', 'delivery.state'],
  [
    'callback_event',
    '回调事件',
    'passage=识别/通行 capture=抓拍 event=设备事件 alarm=告警 escalation=告警升级 online=上线 offline=离线 test=测试',
    'delivery.eventType',
  ],
  ['photo_mode', '图片方式', '0=不发送 1=链接', 'callback.photoMode'],
  ['alarm_state', '告警状态', '0=报警中 1=已确认 2=处理中 3=已消警 4=误报', 'deviceAlarm.state'],
  ['alarm_level', '告警级别', '1=告警 2=故障 3=紧急', 'deviceAlarm.level escalation.level'],
  ['alarm_origin', '告警来源', '1=设备 2=规则 3=人工', 'deviceAlarm.origin'],
  ['handle_state', '处理状态', '0=无需处理 1=待处理 2=已处理 3=误报', 'deviceEvent.handleState'],
  ['event_level', '事件级别', '0=信息 1=告警 2=故障 3=紧急', 'deviceEvent.level'],
  ['linkage_trigger', '联动触发方式', '1=事件 2=状态 3=时间 4=在线 5=告警', 'linkage.triggerKind'],
  ['linkage_state', '联动结果', '0=执行中 1=成功 2=失败 3=未执行', 'linkageRun.state'],
  ['ticket_state', '工单状态', '0=待派单 1=待接单 2=处理中 3=暂停 4=待确认 5=已完成 6=已评价 9=已关闭', 'ticket.state'],
  ['fault_type', '报修类型', '1=无法识别 2=无法开门 3=离线 4=充电故障 5=外观损坏 9=其他', 'ticket.faultType'],
  ['urgency', '紧急程度', '1=一般 2=紧急', 'ticket.urgency'],
  ['repair_channel', '报修渠道', '1=员工代报 2=电话 4=设备二维码', 'ticket.channel'],
  ['feedback_type', '反馈类型', '1=充电站 2=充电桩 3=充电枪 4=停车 5=门禁 50=其他'],
  ['share_state', '分享状态', '0=待接受 1=已接受 2=已拒绝 3=已取消 4=已退出 5=已过期'],
  ['call_result', '通话结果', '1=已接通 2=未接听 3=拒接 4=占线 5=取消 6=失败'],
  ['ptz_type', '摄像机类型', '1=球机 2=半球 3=固定枪机 4=遥控枪机 5=遥控半球 6=全景 7=分割'],
  ['ad_position', '投放位置', '1=官网首页轮播 2=控制台首页 3=设备屏 4=小程序首页 5=支付完成页', 'advert.position'],
  ['ad_category', '广告分类', '1=活动推广 2=通知公告 3=公益宣传 4=合作商家', 'advert.category'],
  ['ad_media', '广告类型', '1=图片 2=视频', 'advert.media'],
  ['advert_phase', '投放', '0=待投放 1=投放中 2=已结束 3=已下线', 'advert.phase'],
  ['lead_kind', '需求类型', '1=代理合作 2=产品咨询 3=技术支持 4=售后', 'leaveMessage.kind'],
  ['lead_state', '留言状态', '0=未处理 1=已联系 2=已转化 3=无效', 'leaveMessage.state'],
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const words = (items: string): string[] => items.split(/ (?=[^ ]+=)/)
/** The choices of `noun.field`, which may be a state. */
const choicesOf = (carrier: string): Choices => {
  const [key, name] = carrier.split('.') as [string, string]
  const noun = nouns.get(key)!
  const field = noun.fields[name]
  return field?.kind === 'choice' ? field.values : noun.states![name]!.states
}

/** Those that nouns declare: the specification need not have them. */
const declared = new Set(
  [...nouns.values()]
    .flatMap(({ states = {}, fields }) => [...Object.values(states), ...Object.values(fields)])
    .flatMap(one => ('dictionary' in one && one.dictionary ? [dictionaryType(one.dictionary)] : [])),
)

test('every dictionary of the specification is served, and no other but what nouns declare', async () => {
  const served = (await server.call<{ value: string; label: string }[]>('GET', '/api/admin/dict/types')).body.data
  const titles = Object.fromEntries(served.map(({ value, label }) => [value, label]))
  expect(titles).toMatchObject(Object.fromEntries(TABLE.map(([type, title]) => [type, title])))
  const known = new Set(TABLE.map(([type]) => type))
  expect(Object.keys(titles).filter(type => !known.has(type) && !declared.has(type))).toEqual([])
})

test.each(TABLE)('%s %s', async (type, _title, items, carriers = '') => {
  const served = (await server.call<{ value: string; label: string }[]>('GET', `/api/admin/dict/type/${type}`)).body
    .data
  expect(served.map(({ value, label }) => `${value}=${label}`).sort()).toEqual(words(items).sort())
  for (const carrier of carriers.split(' ').filter(Boolean))
    expect(
      Object.values(choicesOf(carrier))
        .map(([wire, zh]) => `${wire}=${zh}`)
        .sort(),
      carrier,
    ).toEqual(words(items).sort())
  const english = await server.call<{ label: string }[]>('GET', `/api/admin/dict/type/${type}`, undefined, {
    headers: { 'accept-language': 'en' },
  })
  for (const { label } of english.body.data) expect(label, type).toMatch(/^[ -~]+$/)
})

describe('one dictionary is declared once, or twice alike', () => {
  const noun = (key: string, values: Choices, title?: string): Noun =>
    defineNoun(key, {
      label: [key, key],
      api: `/api/${key}`,
      table: 'a.b',
      scope: 'platform',
      name: 'kind',
      fields: { kind: choice(['类型', 'Kind'], values, { dictionary: title ? ['kind', title, title] : 'kind' }) },
    })
  const other = (type: string): Dictionary => ({ type, label: ['一', 'One'], options: [] })

  test('alike: the title given for it wins over the label of a field', () => {
    const found = dictionariesOf(
      [noun('a', { one: [1, '一', 'One'] }), noun('b', { one: [1, '一', 'One'] }, '种类')],
      [],
      [other('more')],
    )
    expect([...found.values()]).toEqual([
      { type: 'kind', label: ['种类', '种类'], options: [{ value: '1', label: ['一', 'One'] }] },
      other('more'),
    ])
  })
  test.each([
    ['other codes', noun('b', { one: [2, '一', 'One'] }), 'other codes (1 and 2)'],
    ['other words', noun('b', { one: [1, '壹', 'One'] }), 'other words for 1'],
  ])('%s refuse to start, naming both places', (_name, second, message) => {
    expect(() => dictionariesOf([noun('a', { one: [1, '一', 'One'] }), second], [], [])).toThrow(
      new RegExp(`'kind'.*a\\.kind.*b\\.kind.*${message.replace(/[()]/g, '\\$&')}`),
    )
  })
  test('a state that another noun has as a choice counts as well', () => {
    const state: Noun = {
      ...noun('b', {}),
      fields: {},
      states: { state: machine(['态', 'State'], { on: [3, '开', 'On'] }, 'on', {}, { dictionary: 'kind' }) },
    }
    expect(() => dictionariesOf([noun('a', { one: [1, '一', 'One'] }), state], [], [])).toThrow('other codes')
  })
  test('the list of those that nothing declares may not repeat one', () => {
    expect(() => dictionariesOf([noun('a', { one: [1, '一', 'One'] })], [], [other('kind')])).toThrow('a.kind')
    expect(() => dictionariesOf([], classes.values(), [other('sync_obj')])).toThrow("'sync_obj'")
  })
})
