import { createActor, fromPromise } from 'xstate'
import { siteScriptsMachine } from '#machines/site-scripts.ts'
import { emitPageEvent } from '#src/lib/page-events.ts'
import { loadScript } from '#src/lib/script-loader.ts'
import type { SiteConfig } from '#src/lib/site-config.ts'
import type { Complete } from './complete.ts'

/** Loads the scripts of the surrounding site, if it has any [CONT-15, CONT-16]. */
export function startSiteScripts({ baseScript, siteScripts, readyFlag }: SiteConfig) {
  if (!baseScript && siteScripts.length === 0) return
  const machine = siteScriptsMachine.provide({
    actors: {
      loadBaseScript: fromPromise<void>(() => loadScript(baseScript)),
      readReadyFlag: fromPromise(async () => ({ isReady: Boolean(Reflect.get(window, readyFlag)) })),
      loadSiteScripts: fromPromise(async () => {
        const loads = await Promise.allSettled(siteScripts.map(loadScript))
        return { failed: siteScripts.filter((_, index) => loads[index]?.status === 'rejected') }
      }),
    } satisfies Complete<typeof siteScriptsMachine>,
    actions: {
      notifyProblem: (_, { detail }) =>
        emitPageEvent({ type: 'problem', name: 'site scripts', detail: detail }),
    },
  })
  createActor(machine, { input: { hasBase: baseScript !== '' }, inspect: emitPageEvent }).start()
}
