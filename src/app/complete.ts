/** Every actor of a machine: one that is missing or mistyped does not compile. */
export type Complete<Machine extends { provide: (implementations: never) => unknown }> = Required<
  NonNullable<Parameters<Machine['provide']>[0]['actors']>
>
