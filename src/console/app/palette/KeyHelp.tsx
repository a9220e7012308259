/** The list of every key, opened by `?`. */
import { CLOSE } from '#base/texts.ts'
import { Button } from '#console/kit/Button.tsx'
import { useTranslate } from '#console/kit/language.tsx'
import { Dialog } from '#console/kit/overlay/Dialog.tsx'
import { keyGroups } from './keys.ts'
import './KeyHelp.css'

export const KeyHelp = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate()
  return (
    <Dialog
      open
      onClose={onClose}
      title={['键盘快捷键', 'Keyboard shortcuts']}
      foot={<Button onPress={onClose}>{translate(CLOSE)}</Button>}
    >
      <div className="key-help">
        {keyGroups.map(group => (
          <section key={group.label[1]}>
            <h3>{translate(group.label)}</h3>
            <dl>
              {group.lines.map(({ keys, does }) => (
                <div key={does[1]}>
                  <dt>
                    {keys.map(way => (
                      <span key={way}>
                        {way.split(' ').map(key => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                      </span>
                    ))}
                  </dt>
                  <dd>{translate(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
