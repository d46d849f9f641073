import { notifyManager, QueryClient } from '@tanstack/react-query'

// Not in a timer: a chart goes on in the same task as its reply, and the screen would show the old values for a moment.
notifyManager.setScheduler(queueMicrotask)

/**
 * Cache of server data: the only copy of checkout, user and the rest in the page. It is kept while the page is open,
 * because charts and actors rely on data that no component observes. Charts alone load: every component reads with
 * `enabled: false`.
 */
export const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
