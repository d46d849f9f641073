import { runCommand } from './run-command.ts'

/**
 * Runs the tester's command for the code that was sent to an address, and returns the last six digits that it prints; otherwise
 * what it says instead, as the mail may still be on its way. `{email}` stands for the address.
 */
export async function readCode(command: string, email: string): Promise<{ code: string } | { said: string }> {
  const { stdout, stderr } = await runCommand(command, 'email', email)
  const code = stdout.match(/(?<!\d)\d{6}(?!\d)/g)?.at(-1)
  return code ? { code } : { said: stderr || stdout || 'nothing' }
}
