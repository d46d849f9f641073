/** All actors of a machine; a missing or mistyped one fails to compile. */
export type Complete<Machine extends { provide: (implementations: never) => unknown }> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>
