/** The description of an operation of the API, generated from its OpenAPI document. */

/** A field of a query or body, by its name on the wire. */
export interface FieldFacts {
  readonly name: string;
  readonly type: string;
  readonly required?: true;
  readonly nullable?: true;
  /** The allowed values of an enumeration, or of the elements of a list. */
  readonly choices?: readonly string[];
  /** The elements of the list are objects. */
  readonly of_objects?: true;
  readonly description?: string;
  /** A value from the documented example. */
  readonly sample?: string;
}

/** A path parameter, with the prefix of its ids. */
export interface IdFacts {
  readonly name: string;
  readonly prefix?: string;
  /** What else it may be. */
  readonly description?: string;
}

export interface OperationFacts {
  readonly method: string;
  /** `/api/v1/payments/{payment}` */
  readonly path: string;
  /** In the order of the path. */
  readonly ids: readonly IdFacts[];
  /** Who may call: anyone, a session, a session with project and environment, or those and API keys. */
  readonly access: 'none' | 'session' | 'staff' | 'any';
  readonly summary: string;
  /** Where an idempotency key goes. */
  readonly idempotency: 'header' | 'body' | 'none';
  /** Is an amount required? Null: the operation has none. */
  readonly amount: 'required' | 'optional' | null;
  /** Is the amount a JSON number of major units? */
  readonly sends_major_units: boolean;
  /** For lists: the field of the answer that holds the rows. */
  readonly page: string | null;
  /** The name of the answer's schema, if it has one. */
  readonly answer: string | null;
  /** The names of the rows of lists in the answer, by the path of the list without indexes. */
  readonly lists: Readonly<Record<string, string>>;
  readonly query: readonly FieldFacts[];
  /** Without amount and idempotency key. */
  readonly body: readonly FieldFacts[];
}
