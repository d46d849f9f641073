import type { HttpBindings } from '@hono/node-server'

import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Log } from '#server/log.ts'

import type { Form } from './body.ts'
import type { Session } from './session.ts'

/** What every handler of the shop finds on `c.var`. */
export interface ShopEnv {
  /** What the Node server gives; nothing for a request made in process. */
  Bindings: Partial<HttpBindings>
  Variables: {
    db: Database
    config: Config
    log: Log
    /** Reaches external services and, in the sandbox, their stand-ins. */
    fetch: typeof fetch
    /** The visitor's session; there is one on every page and call behind the session middleware. */
    session: Session
    /** The parsed form body of a changing request; `{}` without a body. */
    form: Form
    /** The visitor's network address, for limits alone; never logged. */
    clientAddress: string
  }
}
