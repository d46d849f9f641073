import { readFile } from 'node:fs/promises'

import { PKPass } from 'passkit-generator'

const images = ['icon', 'logo'].flatMap((name) => ['', '@2x', '@3x'].map((scale) => `${name}${scale}.png`))

/** PEM texts: the certificate of the Pass Type ID, its key, and Apple's certificate that issued it. */
interface Certificates {
  signerCert: string
  signerKey: string
  wwdr: string
}

/**
 * Signs a pass for Apple Wallet, in a thread, because the library signs in JavaScript. `content` is its `pass.json`; `startsAt` is
 * when the phone shows it by itself.
 */
export async function signApplePass(
  content: object,
  startsAt: string,
  certificates: Certificates,
): Promise<Buffer<ArrayBuffer>> {
  const json = Buffer.from(JSON.stringify(content))
  const pass = new PKPass({ 'pass.json': json, ...(await readImages()) }, { ...certificates })
  pass.setRelevantDate(new WholeSeconds(startsAt))
  return Buffer.from(pass.getAsBuffer())
}

/** Apple's format of dates has no milliseconds (developer.apple.com/documentation/walletpasses/pass), but the library writes them. */
class WholeSeconds extends Date {
  override toISOString(): string {
    return `${super.toISOString().slice(0, 19)}Z`
  }
}

async function readImages(): Promise<Record<string, Buffer>> {
  const read = async (name: string) => [name, await readFile(new URL(`images/${name}`, import.meta.url))]
  return Object.fromEntries(await Promise.all(images.map(read))) as Record<string, Buffer>
}
