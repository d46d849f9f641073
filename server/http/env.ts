import type { HttpBindings } from '@hono/node-server'

import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Log } from '#server/log.ts'
import type { MadeFiles } from '#server/threads/made-files.ts'

import type { Form } from './form.ts'
import type { Session } from './session.ts'

/** Hono environment of every handler. */
export interface ShopEnv {
  /** Set by the Node server; empty for in-process requests. */
  Bindings: Partial<HttpBindings>
  Variables: {
    db: Database
    config: Config
    /** Writes log lines that name the request. */
    log: Log
    /** In the reply and in the request's log lines; see `requestIds`. */
    requestId: string
    /** Calls external services and, in the sandbox, their simulators. */
    fetch: typeof fetch
    /** Makes files in threads. */
    files: MadeFiles
    /** The visitor's session; set on every page and call behind the session middleware. */
    session: Session
    /** The parsed form body of a changing request; `{}` without a body. */
    form: Form
    /** The visitor's network address, for rate limits only; never logged. */
    clientAddress: string
  }
}
