/** Words of signing in and registering, which the pages of one's own account share. */
import type { Text } from './text.ts'

export const PASSWORD: Text = ['密码', 'Password']
export const MOBILE_NUMBER: Text = ['手机号', 'Mobile number']
export const SECOND_FACTOR: Text = ['两步验证', 'Second factor']
export const REGISTER: Text = ['注册', 'Register']
export const REGISTER_NOW: Text = ['立即注册', 'Register']
