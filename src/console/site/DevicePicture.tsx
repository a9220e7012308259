/** A drawing of a device, chosen by the icon of its class; without a drawing for the icon it is a plain terminal. */
import './DevicePicture.css'

const Terminal = () => (
  <>
    <rect className="device-ink" x="14" y="4" width="52" height="92" rx="11" />
    <circle className="device-dot" cx="40" cy="13" r="2.500" />
    <circle className="device-live" cx="50" cy="13" r="1.500" />
    <rect className="device-screen" x="19" y="22" width="42" height="52" rx="4" />
    <path className="device-line" d="M33 84h14" />
    <path className="device-ink" d="M28 96h24v10H28z" />
  </>
)

const Face = () => (
  <>
    <Terminal />
    <path className="device-mark" d="M25 34v-6h6M49 28h6v6M55 62v6h-6M31 68h-6v-6" />
    <circle className="device-mark" cx="40" cy="42" r="6.500" />
    <path className="device-mark" d="M29 61c1-8 5-11 11-11s10 3 11 11" />
  </>
)

const Door = () => (
  <>
    <path className="device-ink" d="M18 104V10a6 6 0 0 1 6-6h32a6 6 0 0 1 6 6v94" />
    <rect className="device-screen" x="26" y="13" width="28" height="91" />
    <circle className="device-live" cx="48" cy="60" r="2.500" />
    <path className="device-ink" d="M8 105h64" />
    <rect className="device-ink" x="66" y="48" width="9" height="18" rx="3" />
  </>
)

const Bollard = () => (
  <>
    <ellipse className="device-ink" cx="40" cy="96" rx="30" ry="9" />
    <path className="device-ink" d="M24 95V22a16 7 0 0 1 32 0v73a16 6 0 0 1-32 0z" />
    <path className="device-ink" d="M24 22a16 7 0 0 0 32 0" />
    <path className="device-band" d="M24 40a16 7 0 0 0 32 0v12a16 7 0 0 1-32 0z" />
    <path className="device-band" d="M24 66a16 7 0 0 0 32 0v12a16 7 0 0 1-32 0z" />
  </>
)

/** The drawings by the names of icons, because the site must not name device classes. */
const PICTURES: Readonly<Record<string, () => React.JSX.Element>> = {
  'scan-face': Face,
  'door-closed': Door,
  cylinder: Bollard,
}

export const DevicePicture = ({ icon, online }: { icon: string | null; online: boolean }) => {
  const Picture = PICTURES[icon ?? ''] ?? Terminal
  return (
    <svg className="device-picture" data-online={online || undefined} viewBox="0 0 80 110" aria-hidden="true">
      <Picture />
    </svg>
  )
}
