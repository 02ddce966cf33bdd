/** What is known of an operation of the API: generated from its OpenAPI document. */

/** A field of a query or body, by its name on the wire. */
export interface FieldFacts {
  readonly name: string;
  readonly type: string;
  readonly required?: true;
  readonly nullable?: true;
  /** What it may be, where that is a choice; of a list, what its elements may be. */
  readonly choices?: readonly string[];
  /** Of a list: its elements are objects. */
  readonly of_objects?: true;
  readonly description?: string;
  /** Such a value, from the documented example. */
  readonly sample?: string;
}

/** A name in a path, with what ids of that kind begin with. */
export interface IdFacts {
  readonly name: string;
  readonly prefix?: string;
}

export interface OperationFacts {
  readonly method: string;
  /** `/api/v1/payments/{payment}` */
  readonly path: string;
  /** In the order of the path. */
  readonly ids: readonly IdFacts[];
  /** Who may call: anybody, a session, a session with project and environment, or those and API keys. */
  readonly access: 'none' | 'session' | 'staff' | 'any';
  readonly summary: string;
  /** Where an idempotency key goes. */
  readonly idempotency: 'header' | 'body' | 'none';
  /** Must an amount be named? Null: there is none. */
  readonly amount: 'required' | 'optional' | null;
  /** Is the amount a JSON number of major units? */
  readonly sends_major_units: boolean;
  /** Of a list: under which name the answer holds it. */
  readonly page: string | null;
  /** The name of what is answered, where it has one. */
  readonly answer: string | null;
  readonly query: readonly FieldFacts[];
  /** Without amount and idempotency key. */
  readonly body: readonly FieldFacts[];
}
