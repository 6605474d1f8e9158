package bank.core;

import java.util.List;
import java.util.Map;
import static java.lang.Math.max;

/**
 * An account.
 */
@Entity
@Table(name = "accounts")
public class Account<T extends Number> extends Base implements Comparable<Account<T>> {
    public static final int LIMIT = 100;
    private final List<T> entries;
    private int balance;

    static {
        System.loadLibrary("x");
    }

    public Account(List<T> entries) {
        this.entries = entries;
    }

    @Override
    public int compareTo(Account<T> other) {
        return Integer.compare(balance, other.balance);
    }

    public <R> R apply(
            Function<T, R> f,
            R zero)
            throws IllegalStateException {
        Runnable r = new Runnable() {
            public void run() {
                balance++;
            }
        };
        r.run();
        return zero;
    }

    abstract static class Visitor {
        abstract void visit(Account<?> a);
    }

    enum Kind {
        SAVINGS, CURRENT;

        Kind other() {
            return this == SAVINGS ? CURRENT : SAVINGS;
        }
    }

    interface Listener {
        void changed(int balance);

        default void closed() {}
    }
}

@interface Entity {
    String value() default "";
}

record Point(int x, int y) {
    int sum() {
        return x + y;
    }
}

enum Level { LOW, HIGH }
