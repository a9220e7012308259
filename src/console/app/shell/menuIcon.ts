/** The icons of menus, by their lucide name: those of the default menu are loaded with every page, others when they are shown. */
import { createElement } from 'react'
import {
  AppWindow,
  Bell,
  Box,
  ChartColumn,
  ClipboardCheck,
  Clock,
  Cpu,
  Cylinder,
  DoorClosed,
  Factory,
  FileText,
  Folder,
  FolderTree,
  History,
  KeyRound,
  Layers,
  LayoutDashboard,
  LayoutGrid,
  ListTree,
  LogIn,
  Mail,
  MapPin,
  Megaphone,
  Monitor,
  Network,
  QrCode,
  Radio,
  RefreshCw,
  Router,
  ScanFace,
  ScrollText,
  Settings,
  Shapes,
  Share2,
  Shield,
  Siren,
  SquareParking,
  UserCog,
  Users,
  Warehouse,
  Wrench,
} from 'lucide-react'
import type { IconShape } from '#console/kit/Icon.tsx'
import { lazy } from '#console/kit/layout/lazy.tsx'

const icons: Readonly<Record<string, IconShape>> = {
  'app-window': AppWindow,
  bell: Bell,
  box: Box,
  'chart-column': ChartColumn,
  'clipboard-check': ClipboardCheck,
  clock: Clock,
  cpu: Cpu,
  cylinder: Cylinder,
  'door-closed': DoorClosed,
  factory: Factory,
  'file-text': FileText,
  folder: Folder,
  'folder-tree': FolderTree,
  history: History,
  'key-round': KeyRound,
  layers: Layers,
  'layout-dashboard': LayoutDashboard,
  'layout-grid': LayoutGrid,
  'list-tree': ListTree,
  'log-in': LogIn,
  mail: Mail,
  'map-pin': MapPin,
  megaphone: Megaphone,
  monitor: Monitor,
  network: Network,
  'qr-code': QrCode,
  radio: Radio,
  'refresh-cw': RefreshCw,
  router: Router,
  'scan-face': ScanFace,
  'scroll-text': ScrollText,
  settings: Settings,
  shapes: Shapes,
  'share-2': Share2,
  shield: Shield,
  siren: Siren,
  'square-parking': SquareParking,
  'user-cog': UserCog,
  users: Users,
  warehouse: Warehouse,
  wrench: Wrench,
}

export const MENU_ICONS: ReadonlySet<string> = new Set(Object.keys(icons))

const NamedIcon = lazy(async () => (await import('#console/kit/NamedIcon.tsx')).default)
const others = new Map<string, IconShape>()
/** Always the same component for a name. */
function otherIcon(name: string): IconShape {
  const known = others.get(name)
  if (known) return known
  const shape: IconShape = ({ size = 16 }) => createElement(NamedIcon, { name, size: Number(size) })
  others.set(name, shape)
  return shape
}

export const menuIcon = (name: string | null | undefined): IconShape =>
  name ? (icons[name] ?? otherIcon(name)) : Folder
