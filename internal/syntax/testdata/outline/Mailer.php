<?php
declare(strict_types=1);

namespace App\Mail;

use App\Contracts\Sender;
use App\Models\{User, Message};

require_once __DIR__ . '/helpers.php';

const MAX_TRIES = 3;
define('MAIL_HOST', 'localhost');

interface Queueable
{
    public function queue(): void;
}

trait Loggable
{
    protected function log(string $line): void
    {
        echo $line;
    }
}

enum Priority: int
{
    case Low = 1;
    case High = 2;

    public function label(): string
    {
        return ucfirst(strtolower($this->name));
    }
}

/**
 * Sends mail.
 */
abstract class Mailer implements Queueable
{
    use Loggable;

    const VERSION = '1.0';
    private array $messages = [];

    public function __construct(
        private Sender $sender,
        protected int $tries = MAX_TRIES,
    ) {
    }

    public static function make(Sender $sender): static
    {
        return new static($sender);
    }

    abstract protected function deliver(Message $m): bool;

    #[Pure]
    public function queue(): void
    {
        $sent = array_filter($this->messages, fn ($m) => $this->deliver($m));
        $this->log(count($sent) . ' sent');
    }
}

final class SmtpMailer extends Mailer
{
    protected function deliver(Message $m): bool { return true; }
}

function mailer(): Mailer
{
    return SmtpMailer::make(new Sender());
}
