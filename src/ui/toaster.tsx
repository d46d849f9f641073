import { createRoot } from 'react-dom/client'
import { toast, Toaster } from 'sonner'
import styles from './toaster.module.css'

/** Notification area at the top right; notifications stay until closed [CONT-14, MONI-19..21]. */
const area = document.body.appendChild(document.createElement('div'))
area.addEventListener('click', closeClickedToast)
createRoot(area).render(
  <Toaster
    position="top-right"
    offset={{ top: 72, right: 16 }}
    mobileOffset={{ top: 72 }}
    duration={Infinity}
    visibleToasts={Infinity}
    expand
    closeButton
    toastOptions={{ classNames: { toast: styles.toast ?? '' } }}
    style={{ zIndex: 5000, width: 300 }}
    containerAriaLabel="Notifications"
  />,
)

/** Closes a toast by a click anywhere on it, as its close button does [MONI-18]. */
function closeClickedToast({ target }: Event) {
  if (!(target instanceof Element) || target.closest('button')) return
  target.closest('[data-sonner-toast]')?.querySelector<HTMLElement>('[data-close-button]')?.click()
}

export { toast }
