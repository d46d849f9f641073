import { UploadFailed, uploadSourceMaps } from './upload-source-maps.ts'

/** `npm run sourcemaps`: uploads the source maps of the last build to the error-reporting service (docs/operations.md). */
const {
  SENTRY_URL = 'https://sentry.io',
  SENTRY_ORG,
  SENTRY_PROJECT,
  SENTRY_AUTH_TOKEN,
  SENTRY_RELEASE,
} = process.env

try {
  if (!SENTRY_ORG || !SENTRY_PROJECT || !SENTRY_AUTH_TOKEN)
    throw new UploadFailed('Set SENTRY_ORG, SENTRY_PROJECT and SENTRY_AUTH_TOKEN')
  const count = await uploadSourceMaps(
    {
      url: SENTRY_URL,
      organisation: SENTRY_ORG,
      project: SENTRY_PROJECT,
      token: SENTRY_AUTH_TOKEN,
      release: SENTRY_RELEASE,
    },
    'dist',
  )
  console.log(`The source maps of ${count} scripts are at ${SENTRY_URL}`)
} catch (error) {
  if (!(error instanceof UploadFailed)) throw error
  console.error(error.message)
  process.exit(1)
}
