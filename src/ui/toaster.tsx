import { createRoot } from 'react-dom/client'
import { toast, Toaster } from 'sonner'

/** The page's notification area: top right, never dismissed by itself, closed by hand [CONT-14, MONI-19..21]. */
const area = document.body.appendChild(document.createElement('div'))
createRoot(area).render(
  <Toaster
    position="top-right"
    duration={Infinity}
    visibleToasts={Infinity}
    expand
    closeButton
    style={{ zIndex: 5000, width: 300 }}
    containerAriaLabel="Notifications"
  />,
)

export { toast }
