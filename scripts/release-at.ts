import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { isPartOfRelease, releaseOf, type Release } from '#machines/difference/release.ts'

/** git knows no such commit. */
export class UnknownReference extends Error {}

/** Opens the charts of a commit, with their words, without checking it out. Throws `UnknownReference`. */
export function releaseAt(reference: string): Release & { name: string } {
  const commit = commitOf(reference)
  const files = git('ls-tree', '-r', '--name-only', commit, 'machines/').split('\n').filter(isPartOfRelease)
  const [short, day] = git('show', '--no-patch', '--format=%h %cs', commit).split(' ')
  return {
    ...releaseOf(new Map(files.map((file) => [file, git('show', `${commit}:${file}`)]))),
    name: short === reference ? `${short} of ${day}` : `${reference} (${short} of ${day})`,
  }
}

/** Opens the charts as their files are now. */
export const releaseNow = (): Release =>
  releaseOf(
    new Map(
      globSync('machines/{,words/}*.ts')
        .filter(isPartOfRelease)
        .sort()
        .map((file) => [file, readFileSync(file, 'utf8')]),
    ),
  )

function commitOf(reference: string): string {
  try {
    return git('rev-parse', '--verify', '--end-of-options', `${reference}^{commit}`)
  } catch {
    throw new UnknownReference(`git knows no commit "${reference}".`)
  }
}

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
