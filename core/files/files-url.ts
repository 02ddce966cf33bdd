/** FILES_URL: the address of a bucket at any store that speaks S3. */

export interface FilesUrl {
  /** `https://host:port` */
  endpoint: string;
  bucket: string;
  /** Before every name: empty, or ending in a slash. */
  prefix: string;
  region: string;
  /** Null: as the machine has them (environment, profile, role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Most stores other than Amazon's accept it whatever their place is. */
const DEFAULT_REGION = 'us-east-1';

/**
 * @param text `https://KEY:SECRET@host[:port]/bucket[/prefix][?region=…]`
 * @throws an error that says what is wrong, beginning with a verb
 */
export function parseFilesUrl(text: string): FilesUrl {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an http(s) URL');
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (bucket === '') throw new Error('must name a bucket: https://host/bucket');
  for (const name of url.searchParams.keys())
    if (name !== 'region') throw new Error(`must have no parameter but region, not ${name}`);
  if ((url.username === '') !== (url.password === ''))
    throw new Error('must have both a key and a secret, or neither');
  return {
    endpoint: url.origin,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    credentials:
      url.username === ''
        ? null
        : {
            accessKeyId: decodeURIComponent(url.username),
            secretAccessKey: decodeURIComponent(url.password),
          },
  };
}
