/** A form with one file, as bytes: the same on every runtime, and through every proxy. */
import { webCrypto } from './platform.ts';

export interface FileForm {
  content_type: string;
  body: Uint8Array<ArrayBuffer>;
}

/** @param name of the file; what no header may have is left out */
export function fileForm(name: string, content: Uint8Array): FileForm {
  const boundary = `ushirika-${webCrypto().randomUUID()}`;
  const plain = name.replaceAll(/[\r\n"\\]/g, '');
  const encoder = new TextEncoder();
  const head = encoder.encode(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${plain}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  const body = new Uint8Array(head.length + content.length + tail.length);
  body.set(head);
  body.set(content, head.length);
  body.set(tail, head.length + content.length);
  return { content_type: `multipart/form-data; boundary=${boundary}`, body };
}
