import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { examplesFile, readExamples } from '#contract/examples.ts'
import { openApi } from '#contract/openapi.ts'

/**
 * `npm run openapi`: writes what a back-end should send, `docs/openapi.json`, and what the page accepts,
 * `docs/openapi.accepted.json`. With `--check` it writes nothing and fails if they are out of date. `--record` first makes every
 * call of a shop in memory and keeps the replies as examples.
 */
const files = { documented: 'docs/openapi.json', accepted: 'docs/openapi.accepted.json' } as const

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

async function record() {
  const { createTestShop } = await import('#server/testing/test-shop.ts')
  const { examplesOf, recordCalls } = await import('#contract/record.ts')
  const shop = await createTestShop()
  writeFileSync(examplesFile, await asJson(examplesFile, examplesOf(await recordCalls(shop))))
  await shop.close()
}

async function asJson(file: string, value: unknown) {
  return format(JSON.stringify(value), { ...(await resolveConfig(file)), filepath: file })
}
