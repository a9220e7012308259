/** The brand of the platform whose address this is; our own until the server has answered. */
import { useEffect, useState } from 'react'
import { goTo } from '#console/app/place.ts'
import { defaultBrand, NoSuchBrand, publicConfig, type Brand } from '#console/data/publicConfig.ts'
import { useLanguage } from '#console/kit/language.tsx'

export const useBrand = (platform: string): { brand: Brand; failed: boolean; retry: () => void } => {
  const [brand, setBrand] = useState<Brand>(defaultBrand)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const language = useLanguage()
  useEffect(() => {
    let gone = false
    publicConfig(platform).then(
      config => {
        if (!gone) {
          setBrand(config.brand)
          setFailed(false)
        }
      },
      (error: unknown) => {
        // An unknown or disabled brand shows the login page of the platform.
        if (!gone && error instanceof NoSuchBrand) goTo('/login', { replace: true })
        else if (!gone) setFailed(true)
      },
    )
    return () => {
      gone = true
    }
  }, [platform, round, language])
  return { brand, failed, retry: () => setRound(count => count + 1) }
}
