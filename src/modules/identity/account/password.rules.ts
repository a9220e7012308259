/** The requirements for passwords; the same wherever one is set. */
import type { Text } from '#base/text.ts'

const MIN = 8
const MAX = 128
// The top of every list of leaked passwords, and the obvious ones for this product.
const REFUSED = new Set(
  (
    'password password1 password123 passw0rd p@ssw0rd 12345678 123456789 1234567890 11111111 00000000 88888888 66666666 abcd1234 abc12345 a1234567 1qaz2wsx ' +
    'qwertyui qwerty123 qwertyuiop iloveyou admin123 admin1234 admin888 administrator letmein1 welcome1 sunshine princess football baseball superman trustno1 ' +
    'woaini1314 5201314520 portico1 portico123 wanwutong foshan123 nanc1234'
  ).split(' '),
)

/** The first problem of a new password, or null. A trailing NUL could not be distinguished from padding, so NUL is refused. */
export function passwordProblem(password: string, username: string): Text | null {
  const length = [...password].length
  if (length < MIN) return ['密码至少8位', 'The password needs at least 8 characters']
  if (length > MAX) return ['密码不能超过128位', 'The password cannot be longer than 128 characters']
  if (password.includes('\0')) return ['密码包含不允许的字符', 'The password contains a character that is not allowed']
  const plain = password.toLowerCase()
  if (REFUSED.has(plain) || /^(.)\1+$/.test(plain)) return ['密码过于常见', 'The password is too common']
  if (username.length >= 4 && plain.includes(username.toLowerCase()))
    return ['密码不能包含用户名', 'The password may not contain the user name']
  return null
}
