/** Sends e-mails through the configured SMTP server. Without one the package is not loaded. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** @throws when the server did not accept it */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** When the server does not answer in time, the e-mail is sent again later. */
const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/**
 * @param smtp_url `smtp://user:password@host:587`, or `smtps:` for implicit TLS
 * @param from the sender's address
 */
export async function openMailer(smtp_url: string, from: string): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    {
      url: smtp_url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
    },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send(mail) {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}
