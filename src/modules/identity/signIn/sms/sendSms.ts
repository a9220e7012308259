/** Sends a code to a phone by the configured provider: printed in the terminal of the product, or sent by Aliyun or Tencent. */
import { randomUUID } from 'node:crypto'
import { maskPhone } from '#base/mask.ts'
import { safeFetch } from '#server/outbound/safeFetch.ts'
import type { Ports, SmsSettings } from '#server/ports.ts'
import { signAliyun } from './aliyun.ts'
import { CONTENT_TYPE, signTencent } from './tencent.ts'

type Service = Exclude<SmsSettings, { provider: 'console' }>

/** Resolves when the provider accepted it; otherwise throws with the provider's message. */
export async function sendSms(ports: Ports, phone: string, code: string): Promise<void> {
  const { sms } = ports
  if (sms.provider === 'console') {
    ports.notice(`SMS to ${maskPhone(phone)}: code ${code}, good for 5 minutes`)
    return
  }
  const word =
    sms.provider === 'aliyun' ? await byAliyun(ports, sms, phone, code) : await byTencent(ports, sms, phone, code)
  if (word.toUpperCase() !== 'OK') throw new Error(`${sms.provider} refused: ${word}`)
}

const jsonOf = (text: string): Record<string, never> => {
  try {
    return JSON.parse(text) as Record<string, never>
  } catch {
    return {}
  }
}

async function byAliyun(ports: Ports, sms: Service, phone: string, code: string): Promise<string> {
  const { query, headers } = signAliyun({
    method: 'POST',
    host: new URL(sms.url).host,
    query: {
      PhoneNumbers: phone,
      SignName: sms.signName,
      TemplateCode: sms.template,
      TemplateParam: JSON.stringify({ code }),
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

async function byTencent(ports: Ports, sms: Service, phone: string, code: string): Promise<string> {
  const body = JSON.stringify({
    PhoneNumberSet: [`+86${phone}`],
    SmsSdkAppId: sms.app,
    SignName: sms.signName,
    TemplateId: sms.template,
    TemplateParamSet: [code, '5'],
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
  const { Response: said } = jsonOf(outcome.body) as {
    Response?: { Error?: { Code: string }; SendStatusSet?: { Code: string }[] }
  }
  return said?.Error?.Code ?? said?.SendStatusSet?.[0]?.Code ?? String(outcome.status)
}
