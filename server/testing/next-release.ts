import { registerHooks } from 'node:module'

/**
 * The migration of the next release. It locks the tables that buyers use before it changes them, and leaves what this release
 * uses (decision 36).
 */
const statements = [
  `lock table sessions, sales, pools, sale_tickets`,
  `alter table sessions add column next_kind text not null default 'web'`,
  `alter table sales add column next_note text not null default ''`,
  `alter table pools add column next_limit integer`,
  `create index on sale_tickets (sale_id, qty)`,
  `create table next_things (id integer primary key, sale_id uuid references sales on delete cascade)`,
]

/** Makes the shop of this process the next release, which has one more migration: `node --import` this file. */
registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/server/database/migrate.ts')) return loaded
    // The end of the list.
    const list = /(?<=\nexport const migrations = \{[^}]*?),?\s*\}/
    const text = String(loaded.source)
    if (!list.test(text)) throw new Error('the list of migrations was not found')
    const next = `, '999-next': { up: inOrder(${JSON.stringify(statements)}) } }`
    const source = `import { inOrder } from './migrations/in-order.ts'\n${text.replace(list, next)}`
    return { ...loaded, source }
  },
})
