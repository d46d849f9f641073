import { renderMail, type Mail } from '#server/outbox/render-mail.ts'

import type { TestShop } from './test-shop.ts'

/** Reads the mails whose keys begin with a prefix, as they are sent, newest first. */
export async function mailsOf({ db, config }: TestShop, prefix = ''): Promise<Mail[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['key', 'payload'])
    .where('kind', '=', 'mail')
    .orderBy('created_at', 'desc')
    .execute()
  return Promise.all(rows.filter(({ key }) => key.startsWith(prefix)).map((row) => renderMail(row, config)))
}
