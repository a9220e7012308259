/** Messages to phones by the configured provider: printed in the terminal of the product, or sent by Aliyun or Tencent. */
import { randomUUID } from 'node:crypto'
import { maskPhone } from '#base/mask.ts'
import { safeFetch } from '#server/outbound/safeFetch.ts'
import type { Ports, SmsSettings } from '#server/ports.ts'
import { signAliyun } from './aliyun.ts'
import { CONTENT_TYPE, signTencent } from './tencent.ts'

type Service = Exclude<SmsSettings, { provider: 'console' }>

/** What is sent: a template of the provider, and its variables by name and in order. */
interface Message {
  template: string
  values: Record<string, string>
  ordered: readonly string[]
}

/** Sends a code. Resolves when the provider accepted it; otherwise throws with the provider's message. */
export async function sendCode(ports: Ports, phone: string, code: string): Promise<void> {
  const { sms } = ports
  if (sms.provider === 'console') ports.notice(`SMS to ${maskPhone(phone)}: code ${code}, good for 5 minutes`)
  else await send(ports, sms, phone, { template: sms.template, values: { code }, ordered: [code, '5'] })
}

/** Whether notices can be sent: codes and notices have templates of their own. */
export const sendsNotices = ({ sms }: Ports): boolean => sms.provider === 'console' || sms.noticeTemplate !== ''

/** Providers refuse a variable of more characters. */
const MOST_CHARACTERS = 35
const fitting = (text: string): string => {
  const letters = [...text]
  return letters.length > MOST_CHARACTERS ? `${letters.slice(0, MOST_CHARACTERS - 1).join('')}…` : text
}

/** Sends a notice: its title and its text, each cut to 35 characters. Resolves and throws as for a code. */
export async function sendNotice(ports: Ports, phone: string, title: string, text: string): Promise<void> {
  const { sms } = ports
  if (sms.provider === 'console') return ports.notice(`SMS to ${maskPhone(phone)}: ${title}: ${text}`)
  const values = { title: fitting(title), text: fitting(text) }
  await send(ports, sms, phone, { template: sms.noticeTemplate, values, ordered: [values.title, values.text] })
}

async function send(ports: Ports, sms: Service, phone: string, message: Message): Promise<void> {
  const word =
    sms.provider === 'aliyun' ? await byAliyun(ports, sms, phone, message) : await byTencent(ports, sms, phone, message)
  if (word.toUpperCase() !== 'OK') throw new Error(`${sms.provider} refused: ${word}`)
}

const jsonOf = (text: string): Record<string, never> => {
  try {
    return JSON.parse(text) as Record<string, never>
  } catch {
    return {}
  }
}

async function byAliyun(ports: Ports, sms: Service, phone: string, message: Message): Promise<string> {
  const { query, headers } = signAliyun({
    method: 'POST',
    host: new URL(sms.url).host,
    query: {
      PhoneNumbers: phone,
      SignName: sms.signName,
      TemplateCode: message.template,
      TemplateParam: JSON.stringify(message.values),
    },
    body: '',
    action: 'SendSms',
    version: '2017-05-25',
    date: ports
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z'),
    nonce: randomUUID(),
    keyId: sms.keyId,
    keySecret: sms.keySecret,
  })
  const outcome = await safeFetch(`${sms.url}/?${query}`, { method: 'POST', body: '', headers }, ports.callbackAllow)
  return String((jsonOf(outcome.body) as { Code?: string }).Code ?? outcome.status)
}

async function byTencent(ports: Ports, sms: Service, phone: string, message: Message): Promise<string> {
  const body = JSON.stringify({
    PhoneNumberSet: [`+86${phone}`],
    SmsSdkAppId: sms.app,
    SignName: sms.signName,
    TemplateId: message.template,
    TemplateParamSet: message.ordered,
  })
  const timestamp = Math.floor(ports.now().getTime() / 1000)
  const { keyId, keySecret } = sms
  const headers = {
    'content-type': CONTENT_TYPE,
    'x-tc-action': 'SendSms',
    'x-tc-version': '2021-01-11',
    'x-tc-region': 'ap-guangzhou',
    'x-tc-timestamp': String(timestamp),
    authorization: signTencent({ host: new URL(sms.url).host, service: 'sms', body, timestamp, keyId, keySecret }),
  }
  const outcome = await safeFetch(`${sms.url}/`, { method: 'POST', body, headers }, ports.callbackAllow)
  const { Response: answer } = jsonOf(outcome.body) as {
    Response?: { Error?: { Code: string }; SendStatusSet?: { Code: string }[] }
  }
  return answer?.Error?.Code ?? answer?.SendStatusSet?.[0]?.Code ?? String(outcome.status)
}
