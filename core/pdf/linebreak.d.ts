declare module 'linebreak' {
  /** Finds the places at which a line may end, by Unicode's annex 14. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
