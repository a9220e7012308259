/** Fields that agencies and suppliers share: the company's details, and its main login, which is created with it. */
import { computed, file, integer, ref, secret, text } from '#model/field.ts'
import type { Machine } from '#model/noun.ts'
import { machine } from '#model/noun.ts'

export const loginFields = {
  username: text(['登录用户名', 'User name'], {
    required: true,
    virtual: true,
    pattern: 'username',
    max: 16,
    hiddenIn: ['edit'],
    help: ['主账号，首次登录须修改密码', 'The main account; its first sign-in requires a new password'],
  }),
  password: secret(['初始密码', 'First password'], {
    virtual: true,
    max: 128,
    hiddenIn: ['edit'],
    help: ['至少8位；留空则随机生成并显示一次', 'At least 8 characters; left empty, a random one is shown once'],
  }),
  roleIds: ref(['角色', 'Roles'], 'role', {
    many: true,
    virtual: true,
    hiddenIn: ['edit'],
    help: ['不选为同名的默认角色', 'None means the built-in role of this kind of company'],
  }),
}

export const companyFields = {
  code: text(['编码', 'Code'], {
    required: true,
    max: 32,
    pattern: 'code',
    unique: true,
    frozen: true,
    find: 'prefix',
    mono: true,
  }),
  name: text(['名称', 'Name'], { required: true, max: 64, unique: true, find: 'contains' }),
  contact: text(['联系人', 'Contact'], { required: true, max: 32, find: 'contains' }),
  phone: text(['手机号', 'Phone'], { required: true, pattern: 'phone', mask: 'phone', find: 'equal' }),
  address: text(['地址', 'Address'], { max: 120 }),
  licenseNo: text(['统一社会信用代码', 'Company number'], { max: 18, matches: '[0-9A-Z]{18}', mono: true }),
  licenseImg: file(['营业执照', 'Licence'], { accept: 'image', count: 1, notNull: true }),
  remark: text(['备注', 'Remark'], { max: 200, lines: 3 }),
  mainUser: computed(text(['主账号', 'Main account'], { mono: true })),
  peopleCount: computed(integer(['账号数', 'Accounts'])),
  deviceCount: computed(integer(['设备数', 'Devices'])),
}

export const companyStates = machine(
  ['状态', 'State'],
  { normal: [1, '正常', 'Active'], frozen: [2, '冻结', 'Frozen'], expired: [3, '到期', 'Expired'] },
  'normal',
  {
    freeze: {
      from: ['normal'],
      to: 'frozen',
      label: ['冻结', 'Freeze'],
      undo: 'unfreeze',
      danger: true,
      reason: true,
      confirm: [
        '其所有账号立即退出，不能再登录，登录时会看到原因；设备和通行不受影响',
        'All its users are signed out and cannot sign in; the sign-in page shows the reason. Devices and passages continue to work',
      ],
    },
    unfreeze: { from: ['frozen', 'expired'], to: 'normal', label: ['恢复', 'Restore'] },
  },
  { dictionary: ['company_state', '代理商、供应商状态', 'State of a company'] },
) satisfies Machine

export const companyActions = {
  resetPassword: {
    on: 'row',
    label: ['重置密码', 'New password'],
    danger: true,
    proof: true,
    confirm: ['主账号立即退出，新密码只显示一次', 'The main account is signed out; the new password is shown once'],
  },
} as const
