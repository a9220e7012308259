/** The icons a menu may name, by their lucide name; others would each weigh on every page. */
import {
  Activity, AppWindow, Bell, Box, Camera, Car, CarFront, ChartColumn, CircleParking, Clock, Cpu, CreditCard, Cylinder, DoorClosed, DoorOpen, Factory, Fence, FileText, Folder, FolderTree, History, House, KeyRound, Layers, LayoutDashboard, LayoutGrid,
  Link2, ListTree, LogIn, MapPin, Megaphone, Monitor, Network, PlugZap, QrCode, Radio, RefreshCw, Router, ScanFace, ScrollText, Settings, Shapes, Share2, Shield, Siren, SquareParking, TrafficCone, UserCog, Users, Video, Wallet, Warehouse, Webhook, Wrench, Zap,
} from 'lucide-react'
import type { IconShape } from '#console/kit/Icon.tsx'

const icons: Readonly<Record<string, IconShape>> = {
  'activity': Activity, 'app-window': AppWindow, 'bell': Bell, 'box': Box, 'camera': Camera, 'car': Car, 'car-front': CarFront, 'chart-column': ChartColumn, 'circle-parking': CircleParking, 'clock': Clock, 'cpu': Cpu, 'credit-card': CreditCard,
  'cylinder': Cylinder, 'door-closed': DoorClosed, 'door-open': DoorOpen, 'factory': Factory, 'fence': Fence, 'file-text': FileText, 'folder': Folder, 'folder-tree': FolderTree, 'history': History, 'house': House, 'key-round': KeyRound, 'layers': Layers,
  'layout-dashboard': LayoutDashboard, 'layout-grid': LayoutGrid, 'link-2': Link2, 'list-tree': ListTree, 'log-in': LogIn, 'map-pin': MapPin, 'megaphone': Megaphone, 'monitor': Monitor, 'network': Network, 'plug-zap': PlugZap, 'qr-code': QrCode,
  'radio': Radio, 'refresh-cw': RefreshCw, 'router': Router, 'scan-face': ScanFace, 'scroll-text': ScrollText, 'settings': Settings, 'shapes': Shapes, 'share-2': Share2, 'shield': Shield, 'siren': Siren, 'square-parking': SquareParking,
  'traffic-cone': TrafficCone, 'user-cog': UserCog, 'users': Users, 'video': Video, 'wallet': Wallet, 'warehouse': Warehouse, 'webhook': Webhook, 'wrench': Wrench, 'zap': Zap,
}

export const menuIcon = (name: string | null | undefined): IconShape => icons[name ?? ''] ?? Folder
export const menuIconNames: readonly string[] = Object.keys(icons)
