/** The fields of a registration and their errors, by step, checked before the request is sent. */
import { SIX_DIGITS } from '#base/signInTexts.ts'
import { newPasswordProblem } from '#console/app/login/NewPassword.tsx'
import { isPhone, phoneProblem } from '#console/app/login/PhoneCode.tsx'
import type { Words } from '#console/kit/language.tsx'

export const emptyRegistration = {
  ...{ phone: '', code: '', companyName: '', contact: '', industry: 1, username: '', fresh: '', again: '' },
  agreed: false,
}
export type Registration = typeof emptyRegistration
export type RegistrationErrors = Partial<Record<Exclude<keyof Registration, 'fresh'> | 'password', Words>>

export type RegistrationStep = 'phone' | 'company' | 'login'
/** The step of a field with a server message, if it is not the last step. */
const EARLIER: ReadonlySet<string> = new Set(['phone', 'code', 'companyName', 'contact', 'industry'])
export const concernsEarlier = (errors: RegistrationErrors): boolean =>
  Object.keys(errors).some(name => EARLIER.has(name))

export const registrationProblems: Readonly<Record<RegistrationStep, (given: Registration) => RegistrationErrors>> = {
  phone: ({ phone, code }) => ({
    ...(isPhone(phone) ? {} : { phone: phoneProblem }),
    ...(/^\d{6}$/.test(code) ? {} : { code: SIX_DIGITS }),
  }),
  company: ({ companyName, contact }) => ({
    ...(companyName.trim() ? {} : { companyName: ['请输入企业名称', 'Enter the name of the organisation'] }),
    ...(contact.trim() ? {} : { contact: ['请输入联系人', 'Enter a contact'] }),
  }),
  login: ({ username, fresh, again, agreed }) => ({
    ...(/^[\u4e00-\u9fa5\w-]{5,16}$/.test(username)
      ? {}
      : {
          username: [
            '用户名为5到16位的中文、字母、数字、下划线或短横线',
            '5 to 16 Chinese characters, letters, digits, _ or -',
          ],
        }),
    ...newPasswordProblem(fresh, again),
    ...(agreed ? {} : { agreed: ['请先阅读并同意', 'Please read and agree'] }),
  }),
}
