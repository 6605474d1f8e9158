using System;
using System.Collections.Generic;
using static System.Math;

namespace Shop.Orders
{
    public delegate void Changed(object sender, int id);

    public enum Status { Open, Paid }

    public interface IRepository<T>
    {
        T Find(int id);
        void Save(T item);
    }

    [Serializable]
    public struct Money
    {
        public decimal Amount;

        public Money(decimal amount)
        {
            Amount = amount;
        }
    }

    /// <summary>An order.</summary>
    public abstract class Order : IDisposable
    {
        private readonly List<Money> lines = new List<Money>();
        public event Changed OnChanged;

        public int Id { get; set; }

        public Order(int id)
        {
            Id = id;
        }

        protected abstract decimal Rate();

        public async Task<decimal> Total(
            string currency,
            bool gross = true)
        {
            decimal Add(decimal a, decimal b) => a + b;
            return Add(0, Rate());
        }

        public void Dispose() => lines.Clear();

        public static Order operator +(Order a, Order b)
        {
            return a;
        }

        private class Line
        {
            public int N;
        }
    }

    public record Customer(string Name, int Age);

    static class Program
    {
        static void Main(string[] args)
        {
            Console.WriteLine(Max(1, 2));
        }
    }
}
