/** A password, hidden unless the user shows it. */
import { useState } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from '#console/kit/IconButton.tsx'
import { TextField, type TextFieldProps } from '#console/kit/input/TextField.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end' | 'mono' | 'autoComplete' | 'inputMode'> & {
  /** A new password is offered to the browser to keep, a current one is filled in. */
  purpose?: 'current' | 'new'
}

export const PasswordField = ({ purpose = 'current', ...rest }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      autoComplete={purpose === 'new' ? 'new-password' : 'current-password'}
      end={
        <IconButton
          icon={shown ? Eye : EyeOff}
          size="small"
          pressed={undefined}
          disabled={rest.disabled}
          label={shown ? ['隐藏密码', 'Hide password'] : ['显示密码', 'Show password']}
          onPress={() => setShown(!shown)}
        />
      }
    />
  )
}
