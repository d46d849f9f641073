import { createRoot } from 'react-dom/client'
import { toast, Toaster } from 'sonner'
import { closePlainNotifications, type Tone } from './plain-notification.ts'
import styles from './toaster.module.css'

/** The seat-selection screen, where notifications disappear after a while; on the checkout they stay [CONT-14, MONI-14, MONI-21]. */
const isTransient = location.pathname.startsWith('/events/book_seats/')

const belowHeader = 'calc(4.5rem + var(--banner, 0px))'
/** On phones, where it is as wide as the screen: below the way back and the total, which can be pressed. */
const belowWayBack = 'calc(9.25rem + var(--banner, 0px))'

const toasterStyle = { zIndex: 5000, '--width': '300px' }

/** Notification area at the top right, as wide as a phone, of any number of notifications [MONI-16, MONI-17, MONI-19, MONI-20]. */
const area = document.body.appendChild(document.createElement('div'))
area.addEventListener('click', closeClickedToast)
createRoot(area).render(
  <Toaster
    position="top-right"
    offset={{ top: belowHeader, right: '1rem' }}
    mobileOffset={{ top: belowWayBack }}
    duration={isTransient ? 3_000 : Infinity}
    visibleToasts={Infinity}
    expand
    closeButton
    toastOptions={{ classNames: { toast: styles.toast ?? '' } }}
    className={styles.area ?? ''}
    style={toasterStyle}
    containerAriaLabel="Notifications"
  />,
)

/** Closes a toast by a click anywhere on it, as its close button does [MONI-18]. */
function closeClickedToast({ target }: Event) {
  if (!(target instanceof Element) || target.closest('button')) return
  target.closest('[data-sonner-toast]')?.querySelector<HTMLElement>('[data-close-button]')?.click()
}

/** Shows a notification of each type, in place of an equal one that is still shown [MONI-22]. */
export const show: Record<Tone, (text: string) => void> = {
  warn: (text) => replace(text, toast.warning),
  error: (text) => replace(text, toast.error),
  success: (text) => replace(text, toast.success),
  default: (text) => replace(text, toast),
}

/** Dismisses rather than updates the equal one, as screen readers read only what is new. */
function replace(text: string, showIt: (text: string) => void) {
  closePlainNotifications(text)
  for (const shown of toast.getToasts()) if ('title' in shown && shown.title === text) toast.dismiss(shown.id)
  showIt(text)
}
