import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a tester's command, with this value in the place of `{name}`, and returns what it prints. */
export async function runCommand(
  command: string,
  name: string,
  value: string,
): Promise<{ stdout: string; stderr: string }> {
  const quoted = `'${value.replaceAll("'", String.raw`'\''`)}'`
  return promisify(execFile)('sh', ['-c', command.replaceAll(`{${name}}`, quoted)]).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
}
