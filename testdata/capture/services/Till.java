import java.util.logging.*; import java.util.*; import java.io.*; import java.net.*;
public class Till {
  static final Logger L = Logger.getLogger("shop.till.Till");
  static void sell(int i) { L.info("sold item " + i + " for " + (i * 3 % 97) + " euros"); }
  static void stock(int i) { if (i % 40 == 7) L.warning("stock of shelf " + i % 9 + " is low"); }
  static void pay(int i) {
    try { if (i % 90 == 11) new Socket("127.0.0.1", 7999); if (i % 120 == 13) Integer.parseInt("x" + i); }
    catch (IOException e) { L.log(Level.SEVERE, "terminal is unreachable", e); }
    catch (NumberFormatException e) { L.log(Level.SEVERE, "amount of receipt " + i + " can't be read", e); }
  }
  static void end() { L.severe("drawer is jammed"); L.info("closed"); }
  public static void main(String[] a) { for (int i = 0; i < 400; i++) { sell(i); stock(i); pay(i); } end(); }
}
