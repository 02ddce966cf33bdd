/** A text as a QR code: dark on white in either colour scheme, as scanners need it. */
import { useMemo, type ReactNode } from 'react';
import { renderSVG } from 'uqr';

export interface QrCodeProps {
  text: string;
  /** The name of the image. */
  label: string;
  /** In pixels. */
  size?: number;
}

/** White modules around the code, which the standard requires. */
const QUIET_ZONE = 4;

export function QrCode({ text, label, size = 148 }: QrCodeProps): ReactNode {
  const source = useMemo(() => {
    const svg = renderSVG(text, { ecc: 'M', border: QUIET_ZONE });
    return `data:image/svg+xml,${encodeURIComponent(svg)}`;
  }, [text]);
  return <img src={source} alt={label} width={size} height={size} className="qr-code" />;
}
