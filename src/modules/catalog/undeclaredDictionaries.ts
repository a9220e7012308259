/**
 * Dictionaries that no noun and no device class declares: for each its label, and its options as `value=中文=English`.
 * Types are those of the API contract; one that a noun starts to declare is removed from this list.
 */
import type { Dictionary, DictionaryOption } from '#model/dictionary.ts'

type Entry = readonly [zh: string, en: string, options: string]

const entries: Readonly<Record<string, Entry>> = {
  // Accounts and the console
  del_flag: ['删除标记', 'Deletion mark', '0=正常=Normal;1=删除=Deleted'],
  social_type: [
    '社交登录',
    'Social sign-in',
    'WX=微信=WeChat;MINI=小程序=Mini program;QQ=QQ=QQ;GITEE=Gitee=Gitee;OSC=开源中国=OSChina',
  ],
  // Devices
  device_state: ['设备状态', 'Device state', '0=未激活=Not activated;1=在线=Online;2=离线=Offline;3=禁用=Disabled'],
  auth_mode: ['认证', 'Authentication', '1=一机一密=Secret per device;2=一型一密=Secret per model;3=证书=Certificate'],
  protocol_lang: ['解析包', 'Codec package', '1=jar=jar;2=js=js;3=c=c;4=内置=Built in'],
  transport: [
    '传输',
    'Transport',
    'MQTT=MQTT=MQTT;TCP=TCP=TCP;UDP=UDP=UDP;HTTP=HTTP=HTTP;WebSocket=WebSocket=WebSocket;CoAP=CoAP=CoAP;SIP=SIP=SIP;OCPP=OCPP=OCPP',
  ],
  ota_task_state: ['升级任务', 'Upgrade job', '10=进行中=Running;20=已结束=Ended;30=已取消=Cancelled'],
  ota_record_state: [
    '升级记录',
    'Upgrade record',
    '0=待推送=To be pushed;10=已推送=Pushed;20=升级中=Upgrading;30=成功=Done;40=失败=Failed;50=取消=Cancelled',
  ],
  ota_pack_kind: ['固件类型', 'Firmware kind', '1=整包=Whole;2=差分=Difference'],
  ptz_type: [
    '摄像机类型',
    'Camera type',
    '1=球机=Dome with PTZ;2=半球=Half dome;3=固定枪机=Fixed bullet;4=遥控枪机=Remote bullet;5=遥控半球=Remote half dome;6=全景=Panorama;7=分割=Split',
  ],
  share_state: [
    '分享状态',
    'Share state',
    '0=待接受=Waiting;1=已接受=Accepted;2=已拒绝=Refused;3=已取消=Cancelled;4=已退出=Left;5=已过期=Expired',
  ],
  call_result: [
    '通话结果',
    'Call result',
    '1=已接通=Connected;2=未接听=Not answered;3=拒接=Refused;4=占线=Busy;5=取消=Cancelled;6=失败=Failed',
  ],
  // People and passing
  id_type: [
    '证件',
    'Document',
    '1=身份证=Identity card;2=护照=Passport;3=港澳通行证=Hong Kong and Macao permit;4=军官证=Officer card;5=驾驶证=Driving licence;6=其他=Other',
  ],
  visit_state: [
    '访客状态',
    'Visit state',
    '0=待审核=Waiting;1=已通过=Approved;2=已拒绝=Refused;3=审核中=Being reviewed;4=在访=Inside;5=已签离=Signed out;6=已取消=Cancelled;7=已过期=Expired;8=超时未离=Overdue',
  ],
  visit_purpose: [
    '来访事由',
    'Purpose of visit',
    '1=业务洽谈=Business;2=面试=Interview;3=探亲=Family;4=送货=Delivery;5=维修=Repair;6=参观=Tour;7=其他=Other',
  ],
  attend_state: [
    '考勤结果',
    'Attendance',
    '1=正常=Normal;2=迟到=Late;3=早退=Left early;4=缺卡=Missing punch;5=旷工=Absent;6=请假=On leave;7=外勤=Outside;8=休息=Rest;9=补卡=Punched later',
  ],
  shift_mode: ['班制', 'Shift mode', '1=固定=Fixed;2=排班=Scheduled;3=自由=Free'],
  schedule_cycle: ['排班周期', 'Schedule cycle', '1=按日=Daily;2=按周=Weekly;3=按月=Monthly'],
  // Cars and parking
  plate_color: [
    '车牌颜色',
    'Plate colour',
    '1=蓝=Blue;2=黄=Yellow;3=白=White;4=黑=Black;5=绿=Green;6=黄绿=Yellow and green;-1=未知=Unknown',
  ],
  plate_kind: [
    '车牌类型',
    'Plate kind',
    '0=大陆=Mainland;1=境外(含港澳)=Abroad, Hong Kong, Macao;2=两轮电动车=Electric two-wheeler',
  ],
  car_type: [
    '车类',
    'Car class',
    '1=临停=Short stay;2=月租=Monthly;3=贵宾/免费=Free;4=储值=Prepaid;5=日租=Daily;6=会员=Member;7=内部=Internal;8=黑名单=Blacklist',
  ],
  vehicle_type: ['车型', 'Vehicle', '1=小车=Car;2=大车=Large;3=两轮=Two-wheeler;-1=未知=Unknown'],
  special_car: [
    '特殊车',
    'Special vehicle',
    '1=警车=Police;2=武警=Armed police;3=军车=Army;4=应急=Emergency;5=使馆=Embassy;6=校车=School bus;7=教练=Driving school',
  ],
  park_state: [
    '停车状态',
    'Parking state',
    '0=正在场内=Inside;1=缴费未出场=Paid, inside;2=连续进场异常=Entered twice;3=缴费出场=Paid and left;4=免费出场=Left free;5=追缴补缴出场=Paid later;6=未缴费等待=Waiting to pay;7=未缴费出场=Left unpaid;8=手动开闸出场=Let out by hand;9=现金缴费出场=Paid in cash;10=先离后付=Leaves first',
  ],
  open_way: ['进出方式', 'Way in and out', '1=自动识别=Recognised;2=手动操作=By hand;3=人工确认=Confirmed'],
  release_method: [
    '放行方式',
    'Release',
    '0=未知=Unknown;1=手动=By hand;2=自动=Automatic;3=可疑跟车=Suspected tailgating',
  ],
  gate_state: ['通道状态', 'Gate state', 'OPEN=已抬杆=Open;CLOSE=已落杆=Closed;KEEP_OPEN=常开=Kept open'],
  coupon_type: [
    '停车券',
    'Coupon',
    '1=金额=Amount;2=时长=Time;3=全免=Free;4=不同计价=Other tariff;5=长期免费=Free for long;6=折扣=Discount',
  ],
  vip_type: [
    '固定车类型',
    'Regular car',
    '1=月卡=Month;2=储值=Value;3=储次=Visits;4=储天=Days;5=年卡=Year;6=季卡=Quarter;7=半年卡=Half-year',
  ],
  tariff_kind: [
    '计费类型',
    'Tariff',
    '1=免费=Free;2=标准=Standard;3=时段=By hours;4=周期=By period;5=阶梯=Stepped;6=定制=Custom',
  ],
  // Charging
  price_type: ['尖峰平谷', 'Price level', '0=尖=Sharp;1=峰=Peak;2=平=Flat;3=谷=Valley'],
  station_type: [
    '充电站类型(互联互通)',
    'Charging station type (between networks)',
    '1=公共=Public;50=个人=Private;100=公交=Bus;101=环卫=Sanitation;102=物流=Logistics;103=出租车=Taxi;255=其他=Other',
  ],
  station_state: [
    '充电站状态(互联互通)',
    'Charging station state (between networks)',
    '0=未知=Unknown;1=建设中=Being built;5=关闭下线=Closed;6=维护中=Maintained;50=正常使用=In use',
  ],
  connector_state: [
    '枪状态',
    'Connector',
    '0=离网=Offline;1=空闲=Free;2=占用(未充电)=Occupied;3=占用(充电中)=Charging;4=占用(预约锁定)=Reserved;255=故障=Fault',
  ],
  lock_state: ['地锁状态', 'Parking lock', '0=未知=Unknown;10=已解锁=Unlocked;50=已上锁=Locked'],
  charge_state: [
    '充电订单',
    'Charging order',
    '1=启动中=Starting;2=充电中=Charging;3=停止中=Stopping;4=已结束=Ended;5=未知=Unknown;8=异常=Abnormal;20=已处理异常=Settled',
  ],
  start_type: ['启动方式', 'Started by', '1=扫码/APP=Code or app;2=刷卡=Card;4=离线卡=Offline card;5=VIN=VIN'],
  charge_mode: ['充电方式', 'Charging mode', '1=充满=Full;2=按金额=By amount;3=按时间=By time;4=按电量=By energy'],
  // Money
  pay_state: ['支付状态', 'Payment', '0=未支付=Unpaid;10=支付成功=Paid;20=已退款=Refunded;30=已关闭=Closed'],
  refund_state: ['退款状态', 'Refund', '0=未退款=None;10=退款成功=Done;20=退款失败=Failed'],
  transfer_state: ['转账状态', 'Transfer', '0=等待=Waiting;5=进行中=Running;10=成功=Done;20=关闭=Closed'],
  withdraw_state: [
    '提现状态',
    'Withdrawal',
    '0=审核中=Being reviewed;10=审核通过=Approved;11=提现成功=Done;20=审核不通过=Rejected;21=提现失败=Failed',
  ],
  settle_state: ['清算状态', 'Clearing', '0=未清算=Not cleared;1=已清算=Cleared;2=清分在途=On its way'],
  settle_type: ['结算类型', 'Settlement', '1=正常=Normal;2=补款=Supplement;-1=扣款=Deduction;-2=退款=Refund'],
  wallet_biz: [
    '钱包业务',
    'Wallet',
    '1=充值=Top-up;2=充值退款=Top-up refund;3=支付=Payment;4=支付退款=Payment refund;5=更新余额=Balance set;6=转账=Transfer',
  ],
  pay_channel: [
    '支付方式',
    'Paid by',
    '1=微信小程序=WeChat mini program;2=微信H5=WeChat H5;3=支付宝=Alipay;4=付款码=Payment code;5=储值卡=Stored value;6=余额=Balance;7=ETC=ETC;8=现金=Cash;9=无感=Automatic',
  ],
  // Service
  feedback_type: [
    '反馈类型',
    'Feedback',
    '1=充电站=Charging station;2=充电桩=Charging pile;3=充电枪=Connector;4=停车=Parking;5=门禁=Doors;50=其他=Other',
  ],
}

const optionOf = (words: string): DictionaryOption => {
  const [value = '', zh = '', en = ''] = words.split('=')
  return { value, label: [zh, en] }
}

export const undeclaredDictionaries: readonly Dictionary[] = Object.entries(entries).map(
  ([type, [zh, en, options]]) => ({ type, label: [zh, en], options: options.split(';').map(optionOf) }),
)
