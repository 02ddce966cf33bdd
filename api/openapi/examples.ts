/** Examples of the OpenAPI document. */
interface Examples {
  /** Request bodies by operation. */
  requests: Record<string, unknown>;
  /** Resources by the name of their schema. */
  schemas: Record<string, unknown>;
  /** Answers by operation, where they have no schema with a name. */
  responses: Record<string, unknown>;
}

export const EXAMPLES: Examples = { requests: {}, schemas: {}, responses: {} };
