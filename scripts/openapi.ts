import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { examplesFile, readExamples } from '#contract/examples.ts'
import { openApi } from '#contract/openapi.ts'
import { pageFiles } from '#contract/page.ts'

/**
 * `npm run openapi`: writes what a back-end should send, `docs/openapi.json`, and what the page accepts,
 * `docs/openapi.accepted.json`. With `--check` it writes nothing and fails if they are out of date. `--record` first makes every
 * call of a shop in memory and keeps the replies as examples. `--site DIR` writes the page of the calls, from the documents.
 */
const files = { documented: 'docs/openapi.json', accepted: 'docs/openapi.accepted.json' } as const

const [, site] = process.argv.slice(process.argv.indexOf('--site'))
if (process.argv.includes('--site')) {
  writeSite(site)
  process.exit()
}
if (process.argv.includes('--record')) await record()

const old: string[] = []
for (const form of ['documented', 'accepted'] as const) {
  const text = await asJson(files[form], openApi(form, readExamples()))
  if (!process.argv.includes('--check')) writeFileSync(files[form], text)
  else if (readFileSync(files[form], 'utf8') !== text) old.push(files[form])
}
if (old.length > 0) {
  console.error(`Out of date: ${old.join(', ')}. Run npm run openapi.`)
  process.exitCode = 1
}

function writeSite(target: string | undefined) {
  if (!target) throw new Error('--site needs a folder')
  mkdirSync(target, { recursive: true })
  const document = JSON.parse(readFileSync(files.documented, 'utf8'))
  for (const [name, text] of pageFiles(document, readExamples())) writeFileSync(join(target, name), text)
  for (const file of Object.values(files)) cpSync(file, join(target, basename(file)))
}

async function record() {
  const { createTestShop } = await import('#server/testing/test-shop.ts')
  const { examplesOf, recordCalls } = await import('#contract/record.ts')
  const shop = await createTestShop()
  writeFileSync(examplesFile, await asJson(examplesFile, examplesOf(await recordCalls(shop))))
  await shop.close()
}

async function asJson(file: string, value: unknown) {
  const { format, resolveConfig } = await import('prettier')
  return format(JSON.stringify(value), { ...(await resolveConfig(file)), filepath: file })
}
