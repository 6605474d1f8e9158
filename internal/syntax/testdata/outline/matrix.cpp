#include <vector>
#include <string>
#include "matrix.h"

#define CHECK(x) if (!(x)) abort()

namespace math {

enum class Order { Row, Column };

struct Size {
  int rows, cols;
  bool empty() const { return rows == 0; }
};

template <typename T>
class Matrix : public Base<T> {
 public:
  explicit Matrix(Size size);
  Matrix(const Matrix&) = default;
  virtual ~Matrix();

  T& at(int r, int c);
  const T& at(int r, int c) const { return data_[r * size_.cols + c]; }

  Matrix& operator+=(const Matrix& other) {
    for (size_t i = 0; i < data_.size(); i++) data_[i] += other.data_[i];
    return *this;
  }

  static Matrix identity(int n);

  class Row {
   public:
    T operator[](int c) { return m_->at(r_, c); }

   private:
    Matrix* m_;
    int r_;
  };

 private:
  Size size_;
  std::vector<T> data_;
};

template <typename T>
Matrix<T>::Matrix(Size size) : size_(size), data_(size.rows * size.cols) {}

template <typename T>
Matrix<T>::~Matrix() {}

template <typename T>
T& Matrix<T>::at(int r, int c) {
  return data_[r * size_.cols + c];
}

int* pointer(int n) {
  auto f = [n](int x) { return x + n; };
  static int v = f(1);
  return &v;
}

std::string name(
    const std::string& prefix,
    int n) {
  return prefix + std::to_string(n);
}

namespace detail {
bool check(int n) noexcept { return n > 0; }
}  // namespace detail

}  // namespace math

using Size2 = math::Size;
typedef unsigned int uint;

extern "C" {
int c_entry(void) { return 0; }
}

int main(int argc, char** argv) { return argc; }
