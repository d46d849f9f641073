import { Hono } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'

import { readCatalogue } from './catalogue.ts'

/** What is on sale, as data: the pages are drawn from the same reading. */
export const catalogueRoutes = new Hono<ShopEnv>()

catalogueRoutes.get('/ajax/catalogue/', async (c) => c.json(await readCatalogue(c.var.db)))
