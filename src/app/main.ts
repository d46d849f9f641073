import '#src/monitoring/early-errors.ts'
import '#src/ui/tokens.css'
import '#src/ui/base.css'
import './query-client.ts'
import '#src/checkout/page-replies.ts'
import { loadHttp } from '#src/http/load-http.ts'
import { nextTask } from '#src/lib/next-task.ts'
import { loadSurely } from './load-surely.ts'

/**
 * The parts of the first load, which the page names so that all are fetched at once (`firstParts` in vite.config.ts). Each runs in a
 * task of its own, so that none keeps a press waiting; the last, React DOM, is run by `startPage`
 * (docs/decisions/0058-the-first-load-runs-in-parts.md).
 */
async function start() {
  // Nothing has come with the page, so its charts begin with calls.
  if (!document.getElementById('replies')) loadHttp().catch(() => {})
  await loadSurely(() => import('./checkout-actor.ts'))
  await nextTask()
  const { startPage } = await loadSurely(() => import('./start-page.tsx'))
  await nextTask()
  await startPage()
}

void start()
