/** The place of docked drawers, rendered once by the shell at the right of the page. Without it drawers float. */
import './DrawerDock.css'

export const DOCK_ID = 'drawer-dock'

export const DrawerDock = () => <div className="drawer-dock" id={DOCK_ID} />
