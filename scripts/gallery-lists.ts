import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { galleryIn, type Gallery } from '#e2e/gallery/gallery.ts'

export const galleryFolder = 'reports/gallery'
export const takenList = `${galleryFolder}/list.txt`
export const approvedList = 'e2e/gallery/approved.txt'

/** The pictures that were taken last; null if there are none. */
export const lastTaken = (): Gallery | null =>
  existsSync(takenList) ? galleryIn(readFileSync(takenList, 'utf8')) : null

/** The pictures that a commit has approved; null if it has no list of them. */
export function approvedAt(commit: string): Gallery | null {
  try {
    return galleryIn(String(execFileSync('git', ['show', `${commit}:${approvedList}`], { stdio: 'pipe' })))
  } catch {
    return null
  }
}

/** The file of a picture; null if it is not kept here. */
export function pictureFile(hash: string | undefined): string | null {
  const file = `${galleryFolder}/pictures/${hash}.png`
  return existsSync(file) ? file : null
}
