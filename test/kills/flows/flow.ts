/** A flow: some requests that belong together, as a client of the service would make them. */
export interface Flow<World> {
  name: string;
  /** How often it is run, compared with the others. */
  share: number;
  /** @throws Error on an answer that it does not expect */
  run: (world: World) => Promise<void>;
}
