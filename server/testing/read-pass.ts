import { createHash, verify, X509Certificate } from 'node:crypto'

import { unzipSync } from 'fflate'
import forge from 'node-forge'

const { asn1 } = forge
/** Object identifiers of the attributes that are signed (RFC 2985). */
const attributeNames: Partial<Record<string, string>> = {
  '1.2.840.113549.1.9.3': 'contentType',
  '1.2.840.113549.1.9.4': 'messageDigest',
  '1.2.840.113549.1.9.5': 'signingTime',
}

/** Opens a pass for Apple Wallet as a phone does. Throws if a file is not as in the manifest, or the signature is wrong. */
export function readPass(bytes: Uint8Array, authority: string) {
  const files = unzipSync(bytes)
  const { 'manifest.json': manifest, signature, ...content } = files
  if (!manifest || !signature) throw new Error('The pass has no manifest or no signature')
  assertHashes(manifest, content)
  const { signer, signingTime } = readSignature(signature, manifest)
  if (!signer.verify(new X509Certificate(authority).publicKey)) throw new Error('The signer is unknown')
  const pass = JSON.parse(Buffer.from(content['pass.json'] ?? []).toString()) as PassContent
  return { pass, files: Object.keys(content).toSorted(), content, signer, signingTime }
}

/** The content of a pass, with the values of its fields by their keys. */
export interface PassContent {
  [key: string]: unknown
  eventTicket: Record<string, { key: string; label: string; value: string }[]>
}

/** Values of all fields of a pass, by key. */
export function fieldsOf({ eventTicket }: PassContent): Record<string, string> {
  return Object.fromEntries(
    Object.values(eventTicket)
      .flat()
      .map(({ key, value }) => [key, value]),
  )
}

function assertHashes(manifest: Uint8Array, content: Record<string, Uint8Array>): void {
  const hashes = Object.entries(content).map(([name, data]) => [
    name,
    createHash('sha1').update(data).digest('hex'),
  ])
  const listed = Object.entries(JSON.parse(Buffer.from(manifest).toString()) as Record<string, string>)
  const sorted = (entries: string[][]) => JSON.stringify(entries.toSorted())
  if (sorted(hashes) !== sorted(listed)) throw new Error('The manifest is wrong')
}

/** Reads a detached PKCS #7 signature (RFC 2315) of a manifest; throws if it is another file's. */
function readSignature(signature: Uint8Array, manifest: Uint8Array) {
  const message = forge.pkcs7.messageFromAsn1(asn1.fromDer(forge.util.createBuffer(Buffer.from(signature))))
  const { certificates, rawCapture } = message as unknown as {
    certificates: forge.pki.Certificate[]
    rawCapture: { content?: unknown; signerInfos: forge.asn1.Asn1[] }
  }
  if (rawCapture.content) throw new Error('The signature is not detached')
  const [, issuerAndSerial, , attributes, , signed] = partsOf(rawCapture.signerInfos[0])
  if (!attributes || typeof signed?.value !== 'string') throw new Error('The signature has another form')
  const serial = forge.util.bytesToHex(String(partsOf(issuerAndSerial)[1]?.value))
  const found = certificates.find(({ serialNumber }) => serialNumber === serial)
  if (!found) throw new Error('The signer’s certificate is missing')
  const signer = new X509Certificate(forge.pki.certificateToPem(found))

  // What is signed are the attributes as a set.
  attributes.tagClass = asn1.Class.UNIVERSAL
  attributes.type = asn1.Type.SET
  const data = Buffer.from(asn1.toDer(attributes).getBytes(), 'binary')
  if (!verify('sha1', data, signer.publicKey, Buffer.from(signed.value, 'binary')))
    throw new Error('The signature is wrong')
  const values = Object.fromEntries(
    partsOf(attributes).map((attribute) => {
      const [type, value] = partsOf(attribute)
      return [attributeNames[asn1.derToOid(String(type?.value))], String(partsOf(value)[0]?.value)]
    }),
  )
  const digest = createHash('sha1').update(manifest).digest('binary')
  if (values.messageDigest !== digest) throw new Error('The signature is of another manifest')
  return { signer, signingTime: asn1.utcTimeToDate(values.signingTime ?? '') }
}

function partsOf(part: forge.asn1.Asn1 | undefined): forge.asn1.Asn1[] {
  return Array.isArray(part?.value) ? part.value : []
}
