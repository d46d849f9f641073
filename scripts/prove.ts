import { readFileSync, writeFileSync } from 'node:fs'
import { Charts } from '#machines/paths/proofs/composition.ts'
import { models } from '#machines/paths/proofs/models.ts'
import { namesIn, reportedFile } from '#machines/paths/proofs/names.ts'
import type { Proof } from '#machines/paths/proofs/proof.ts'
import { prove } from '#machines/paths/proofs/prove.ts'

/**
 * `npm run prove`: proves sentences about the charts, in every situation that they can be in, and prints each with what it
 * takes for granted. Fails if one does not hold, and tells the shortest story. `-- --release` adds the names of this release
 * to those that stay meaningful.
 */

if (process.argv.includes('--release')) keepNames()

const began = performance.now()
const proofs = prove(models)
for (const proof of proofs) console.log(`${textOf(proof)}\n`)
const failed = proofs.filter(({ contradictions }) => contradictions.length > 0).length
const took = ((performance.now() - began) / 1_000).toFixed(1)
console.log(`${proofs.length - failed} of ${proofs.length} sentences hold (${took} s)`)
if (failed > 0) process.exitCode = 1

function textOf({ sentence, situations, assumes, witness, details, contradictions }: Proof): string {
  const isTrue = contradictions.length === 0
  return [
    `${isTrue ? 'HOLDS' : 'FAILS'}  ${sentence}`,
    ...(isTrue ? [] : ['  does not hold:', ...contradictions.map((story) => `    ${story}`)]),
    `  ${situations.toLocaleString('en-GB')} situations`,
    ...(witness ? [`  for example: ${witness}`] : []),
    ...details.map((detail) => `    ${detail}`),
    '  takes for granted:',
    ...assumes.map((assumption) => `    ${assumption}`),
  ].join('\n')
}

function keepNames() {
  const known = readFileSync(reportedFile, 'utf8').split('\n').filter(Boolean)
  const names = [...new Set([...known, ...namesIn(new Charts(models))])].sort()
  writeFileSync(reportedFile, `${names.join('\n')}\n`)
}
