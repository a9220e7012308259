/** Words of signing in and registering, which the pages of one's own account share. */
import type { Text } from './text.ts'

export const MOBILE_NUMBER: Text = ['手机号', 'Mobile number']
export const SECOND_FACTOR: Text = ['两步验证', 'Second factor']
export const REGISTER: Text = ['注册', 'Register']
export const SIX_DIGITS: Text = ['请输入 6 位验证码', 'Enter the 6-digit code']
export const BACK_TO_SIGN_IN: Text = ['返回登录', 'Back to sign-in']
export const NO_PHONE: Text = ['手机号格式不正确', 'Not a valid mobile number']
export const CODE_WRONG: Text = ['验证码错误或已过期', 'The code is wrong or has expired']
export const SIGNED_OUT: Text = ['已退出', 'Signed out']
