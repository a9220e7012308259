/** The logo: two arches of a portico and a person. */
export type LogoProps = { size?: number; label?: string }

export const Logo = ({ size = 28, label }: LogoProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 28 28"
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : 'true'}
  >
    <rect width="28" height="28" rx="8" fill="var(--logo)" />
    <g fill="none" stroke="var(--thumb)" strokeWidth="2" strokeLinecap="round">
      <path d="M7 21v-7a7 7 0 0 1 14 0v7" />
      <path d="M11 21v-6.5a3 3 0 0 1 6 0V21" strokeOpacity=".55" />
    </g>
    <circle cx="14" cy="20.5" r="1.75" fill="var(--thumb)" />
  </svg>
)
